package dev.velella.document;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;

/** Terms of one document: absolute IRIs only, and no more text than agreed. Not thread-safe. */
final class DocumentTerms extends VerifiedTerms {
    private final String noBase;
    private final long mostCharacters;
    private long characters;

    /**
     * @param mostCharacters of all IRIs and literals together
     * @param noBase beginning of IRIs that were relative in the document
     */
    DocumentTerms(long mostCharacters, String noBase) {
        this.mostCharacters = mostCharacters;
        this.noBase = noBase;
    }

    @Override
    public IRI createIRI(String text) {
        if (text.startsWith(noBase)) {
            throw new IllegalArgumentException("not an absolute IRI: " + text.substring(noBase.length()));
        }
        count(text);
        return super.createIRI(text);
    }

    @Override
    public Literal createLiteral(String label) {
        count(label);
        return super.createLiteral(label);
    }

    @Override
    public Literal createLiteral(String label, IRI datatype) {
        count(label);
        return super.createLiteral(label, datatype);
    }

    @Override
    public Literal createLiteral(String label, String language) {
        count(label);
        return super.createLiteral(label, language);
    }

    private void count(String text) {
        characters += text.length();
        if (characters > mostCharacters) {
            throw new IllegalArgumentException(tooLong(mostCharacters));
        }
    }

    static String tooLong(long mostCharacters) {
        return "its terms have more than the limit of " + mostCharacters + " characters together";
    }
}
