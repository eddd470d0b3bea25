package dev.velella.document.budget;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;

/** Makes the terms of one document: verifies them, and takes their text from a budget. Not thread-safe. */
public class DocumentTerms extends VerifiedTerms {
    private final ReadingBudget budget;

    public DocumentTerms(ReadingBudget budget) {
        this.budget = budget;
    }

    @Override
    public IRI createIRI(String text) {
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
