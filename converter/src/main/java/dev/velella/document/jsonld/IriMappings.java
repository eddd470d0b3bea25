package dev.velella.document.jsonld;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.rdf.ErrorText;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the terms of all contexts of a document stand for. The specification calls a term that stands for no IRI an
 * error; the library takes any text, and then leaves out the values of such a term. A text without a scheme may still
 * become an IRI by a vocabulary, so it is an error only where no context has one. Not thread-safe.
 */
final class IriMappings {
    private final Map<String, String> mapped = new LinkedHashMap<>();
    private final Set<String> terms = new HashSet<>();
    private boolean mayHaveVocabulary;

    /** Adds the definitions of a context, and of the contexts in it. */
    void add(JsonObject context) {
        context.forEach((term, definition) -> {
            if (term.equals("@vocab") || term.equals("@import")) {
                mayHaveVocabulary |= definition instanceof JsonString;
            } else {
                terms.add(term);
                define(term, definition);
            }
        });
    }

    private void define(String term, JsonValue definition) {
        if (definition instanceof JsonString text) {
            map(term, text.getString());
        } else if (definition instanceof JsonObject object) {
            for (String key : new String[] {"@id", "@reverse"}) {
                if (object.get(key) instanceof JsonString text) {
                    map(term, text.getString());
                }
            }
            inner(object.get("@context"));
        }
    }

    private void inner(@Nullable JsonValue context) {
        if (context instanceof JsonObject object) {
            add(object);
        } else if (context instanceof JsonArray items) {
            items.forEach(this::inner);
        } else {
            mayHaveVocabulary |= context instanceof JsonString; // a context of an address, which the library loads
        }
    }

    private void map(String term, String text) {
        if (!text.startsWith("@")
                && !term.startsWith("@")
                && !text.startsWith("_:")
                && !VerifiedTerms.hasScheme(text)) {
            mapped.putIfAbsent(term, text);
        }
    }

    /** @throws MalformedDocumentException names a term that stands for no IRI */
    void check() {
        if (mayHaveVocabulary) {
            return;
        }
        mapped.forEach((term, text) -> {
            int colon = text.indexOf(':');
            if (!terms.contains(text) && !(colon >= 0 && terms.contains(text.substring(0, colon)))) {
                throw new MalformedDocumentException(
                        0,
                        0,
                        "invalid IRI mapping: the term \"" + ErrorText.name(JsonLdText.text(term))
                                + "\" of a context stands for \"" + ErrorText.name(JsonLdText.text(text))
                                + "\", which is no IRI, and there is no @vocab",
                        null);
            }
        });
    }
}
