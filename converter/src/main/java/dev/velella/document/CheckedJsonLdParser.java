package dev.velella.document;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import no.hasmac.jsonld.JsonLd;
import no.hasmac.jsonld.JsonLdError;
import no.hasmac.jsonld.JsonLdOptions;
import no.hasmac.jsonld.document.Document;
import no.hasmac.jsonld.document.JsonDocument;
import no.hasmac.jsonld.lang.LanguageTag;
import no.hasmac.jsonld.loader.DocumentLoader;
import no.hasmac.jsonld.loader.DocumentLoaderOptions;
import org.eclipse.rdf4j.rio.jsonld.CachingDocumentLoader;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON-LD with Rio, and refuses what its algorithms leave out without a word: literals with a malformed language tag
 * or with a base direction, predicates that are blank nodes, relative IRIs. A key that no context defines is no data.
 */
final class CheckedJsonLdParser extends JSONLDParser {
    private final DocumentLoader loader;
    private URI base = URI.create(JsonLdTerms.NO_BASE);

    /** @param contexts addresses of contexts that are loaded where a document names them; nothing else is */
    CheckedJsonLdParser(JsonLdTerms terms, Set<String> contexts) {
        super(terms);
        loader = new CachingDocumentLoader(true, contexts, true);
    }

    /** @param baseIri what relative IRIs are resolved against; without it they are errors */
    @Override
    public void parse(Reader reader, @Nullable String baseIri) throws IOException {
        String escaped = baseIri == null ? JsonLdTerms.NO_BASE : JsonLdText.escapedBase(baseIri);
        base = URI.create(escaped);
        super.parse(reader, escaped);
    }

    /** The document, expanded and found whole, so that nothing is left to leave out. */
    @Override
    protected Document getDocument(InputStream unused, Reader reader) throws JsonLdError, IOException {
        JsonStructure json = JsonDocument.of(reader).getJsonContent().orElseThrow();
        JsonStructure escaped = (JsonStructure) new JsonLdText().escaped(json);
        namespaces(escaped);
        JsonLdOptions options = new JsonLdOptions(loader);
        options.setBase(base);
        options.setUriValidation(false);
        options.setExceptionOnWarning(true);
        JsonArray expanded =
                JsonLd.expand(JsonDocument.of(escaped)).options(options).get();
        expanded.forEach(CheckedJsonLdParser::check);
        return JsonDocument.of(expanded);
    }

    private static void check(JsonValue value) {
        if (value.getValueType() == JsonValue.ValueType.ARRAY) {
            value.asJsonArray().forEach(CheckedJsonLdParser::check);
        } else if (value.getValueType() == JsonValue.ValueType.OBJECT) {
            JsonObject object = value.asJsonObject();
            if (object.containsKey("@value")) {
                checkLiteral(object);
            } else {
                object.forEach(CheckedJsonLdParser::checkEntry);
            }
        }
    }

    private static void checkEntry(String key, JsonValue value) {
        switch (key) {
            case "@id" -> checkResource(value);
            case "@type" -> {
                if (value.getValueType() == JsonValue.ValueType.ARRAY) {
                    value.asJsonArray().forEach(CheckedJsonLdParser::checkResource);
                } else {
                    checkResource(value);
                }
            }
            case "@graph", "@list", "@set", "@included" -> check(value);
            case "@reverse" -> value.asJsonObject().forEach(CheckedJsonLdParser::checkEntry);
            case "@index" -> {
                // no data by the specification
            }
            default -> {
                if (key.startsWith("_:")) {
                    throw new IllegalArgumentException(
                            "a blank node cannot be a predicate: RDF4J cannot hold it: " + JsonLdText.text(key));
                }
                checkAbsolute(key);
                check(value);
            }
        }
    }

    private static void checkLiteral(JsonObject literal) {
        if (literal.containsKey("@direction")) {
            throw new IllegalArgumentException("a base direction (@direction) is not supported: RDF4J cannot hold it: "
                    + JsonLdText.text(String.valueOf(literal.get("@value"))));
        }
        if (literal.get("@language") instanceof JsonString language
                && !LanguageTag.isWellFormed(language.getString())) {
            throw new IllegalArgumentException(
                    "not a language tag by BCP 47: " + JsonLdText.text(language.getString()));
        }
        if (literal.get("@type") instanceof JsonString type && !type.getString().equals("@json")) {
            checkAbsolute(type.getString());
        }
    }

    private static void checkResource(JsonValue id) {
        if (id instanceof JsonString text && !text.getString().startsWith("_:")) {
            checkAbsolute(text.getString());
        }
    }

    private static void checkAbsolute(String iri) {
        if (!VerifiedTerms.hasScheme(iri)) {
            throw new IllegalArgumentException("not an absolute IRI: " + JsonLdText.text(iri));
        }
    }

    /** Hands on the prefixes of all contexts; a text is a prefix if it ends as namespaces do. */
    private void namespaces(JsonValue value) throws JsonLdError {
        if (value.getValueType() == JsonValue.ValueType.ARRAY) {
            for (JsonValue element : value.asJsonArray()) {
                namespaces(element);
            }
        } else if (value.getValueType() == JsonValue.ValueType.OBJECT) {
            for (Map.Entry<String, JsonValue> entry : value.asJsonObject().entrySet()) {
                if (entry.getKey().equals("@context")) {
                    prefixes(entry.getValue());
                } else {
                    namespaces(entry.getValue());
                }
            }
        }
    }

    private void prefixes(JsonValue context) throws JsonLdError {
        if (context.getValueType() == JsonValue.ValueType.ARRAY) {
            for (JsonValue element : context.asJsonArray()) {
                prefixes(element);
            }
        } else if (context instanceof JsonString address && VerifiedTerms.hasScheme(address.getString())) {
            Document loaded = loader.loadDocument(URI.create(address.getString()), new DocumentLoaderOptions());
            JsonValue content = loaded == null ? null : loaded.getJsonContent().orElse(null);
            if (content != null) {
                namespaces(content);
            }
        } else if (context.getValueType() == JsonValue.ValueType.OBJECT) {
            context.asJsonObject().forEach(this::prefix);
        }
    }

    private void prefix(String term, JsonValue definition) {
        String prefix = term.equals("@vocab") ? "" : term;
        if (definition instanceof JsonString iri
                && !prefix.startsWith("@")
                && iri.getString().matches("(?s).*[#/:]")) {
            getRDFHandler().handleNamespace(JsonLdText.text(prefix), JsonLdText.text(iri.getString()));
        }
    }
}
