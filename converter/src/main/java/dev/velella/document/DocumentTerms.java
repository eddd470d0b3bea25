package dev.velella.document;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;

/** Terms of one document: verified, and no more text than agreed. Not thread-safe. */
class DocumentTerms extends VerifiedTerms {
    private final long mostCharacters;
    private long characters;

    /** @param mostCharacters of all IRIs and literals together */
    DocumentTerms(long mostCharacters) {
        this.mostCharacters = mostCharacters;
    }

    @Override
    public IRI createIRI(String text) {
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
