package dev.velella.document;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;

/** Terms of one document: absolute IRIs only, and no more text than a budget allows. Not thread-safe. */
final class DocumentTerms extends VerifiedTerms {
    private final String noBase;
    private final ReadingBudget budget;

    /** @param noBase beginning of IRIs that were relative in the document */
    DocumentTerms(ReadingBudget budget, String noBase) {
        this.budget = budget;
        this.noBase = noBase;
    }

    @Override
    public IRI createIRI(String text) {
        if (text.startsWith(noBase)) {
            throw new IllegalArgumentException("not an absolute IRI: " + text.substring(noBase.length()));
        }
        budget.characters(text.length());
        return super.createIRI(text);
    }

    @Override
    public Literal createLiteral(String label) {
        budget.characters(label.length());
        return super.createLiteral(label);
    }

    @Override
    public Literal createLiteral(String label, IRI datatype) {
        budget.characters(label.length());
        return super.createLiteral(label, datatype);
    }

    @Override
    public Literal createLiteral(String label, String language) {
        budget.characters(label.length());
        return super.createLiteral(label, language);
    }
}
