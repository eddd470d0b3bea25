package dev.velella.document.jsonld;

import dev.velella.document.format.UnwritableException;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.net.URI;
import java.net.URISyntaxException;
import no.hasmac.jsonld.json.JsonCanonicalizer;
import no.hasmac.jsonld.lang.LanguageTag;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/** Refuses literals that JSON-LD cannot express, and literals that readers of JSON-LD leave out or change. */
public final class JsonLdLiterals {
    private JsonLdLiterals() {}

    /**
     * Refuses a literal that JSON-LD cannot express.
     *
     * @throws UnwritableException names the literal
     */
    public static void check(Literal literal) {
        String datatype = literal.getDatatype().stringValue();
        if (literal.getLanguage().isPresent()) {
            if (!LanguageTag.isWellFormed(literal.getLanguage().get())) {
                throw new UnwritableException("JSON-LD has no spelling for a language tag that is not well-formed by"
                        + " BCP 47, and readers leave out such a literal: " + literal);
            }
        } else if (datatype.equals(RDF.NAMESPACE + "JSON")) {
            if (!isCanonical(literal.getLabel())) {
                throw new UnwritableException(
                        "JSON-LD has no spelling for a literal of type rdf:JSON that is not in the"
                                + " canonical form of RFC 8785: " + literal);
            }
        } else if (!isUri(datatype)) {
            throw new UnwritableException(
                    "JSON-LD has no spelling for a literal with a type that is no URI of RFC 3986: " + literal);
        }
    }

    private static boolean isCanonical(String json) {
        try (JsonReader reader = BudgetJson.JSON.createReader(new StringReader(json))) {
            return JsonCanonicalizer.canonicalize(reader.readValue()).equals(json);
        } catch (JsonException | IllegalStateException | ArithmeticException e) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            return text.length() > 2 && new URI(text).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
