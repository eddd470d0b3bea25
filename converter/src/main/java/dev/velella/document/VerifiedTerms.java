package dev.velella.document;

import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Makes IRIs and language tags that every text format can spell, and refuses the others. Thread-safe. */
public class VerifiedTerms extends SimpleValueFactory {
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*");

    /** @throws IllegalArgumentException if the text is not absolute, or holds a character that no IRI may hold */
    @Override
    public IRI createIRI(String text) {
        checkIri(text);
        return super.createIRI(text);
    }

    /**
     * Checks the text of an IRI.
     *
     * @throws IllegalArgumentException as {@link #createIRI(String)}
     */
    public static void checkIri(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || (c < 0x80 && "<>\"{}|^`\\\u007F".indexOf(c) >= 0)) {
                throw new IllegalArgumentException(
                        String.format("not an IRI, as it holds the character U+%04X: %s", (int) c, text.strip()));
            }
        }
        int colon = text.indexOf(':');
        if (colon < 0 || !SCHEME.matcher(text).region(0, colon).matches()) {
            throw new IllegalArgumentException("not an absolute IRI: " + text);
        }
    }

    @Override
    public IRI createIRI(String namespace, String localName) {
        return createIRI(namespace + localName);
    }

    /** @throws IllegalArgumentException if the language tag is none */
    @Override
    public Literal createLiteral(String label, String language) {
        checkLanguage(language);
        return super.createLiteral(label, language);
    }

    /**
     * Checks a language tag.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static void checkLanguage(String language) {
        if (!LANGUAGE.matcher(language).matches()) {
            throw new IllegalArgumentException("not a language tag: " + language);
        }
    }
}
