package dev.velella.document.jsonld;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import no.hasmac.jsonld.JsonLdError;
import no.hasmac.jsonld.JsonLdOptions;
import no.hasmac.jsonld.document.Document;
import no.hasmac.jsonld.document.JsonDocument;
import no.hasmac.jsonld.json.JsonCanonicalizer;
import no.hasmac.jsonld.loader.DocumentLoader;
import no.hasmac.jsonld.loader.DocumentLoaderOptions;
import no.hasmac.jsonld.processor.ExpansionProcessor;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON-LD 1.1. A library expands the document, within a budget. This class makes the statements from the expanded
 * form, one by one, because the library's own way takes time by the square of the number of a property's values. Blank
 * nodes get new labels. No value is dropped: a value that RDF cannot express is an error. So is a document that has
 * content and gives no statement, for example because its context is missing. Not thread-safe.
 */
public final class JsonLdReader {
    private static final BigDecimal LARGEST_INTEGER = BigDecimal.TEN.pow(21);

    private final JsonLdTerms values;
    private final DocumentLoader loader;
    private final ReadingBudget budget;
    private final RDFHandler handler;
    private final Map<String, Resource> blankNodes = new HashMap<>();
    private final IriMappings mappings = new IriMappings();
    private boolean hasStatements;

    /** Format of numbers with a fraction, as the specification of JSON-LD writes them. */
    private final DecimalFormat doubles =
            new DecimalFormat("0.0##############E0", DecimalFormatSymbols.getInstance(Locale.ROOT));

    /**
     * A reader of one document.
     *
     * @param contexts addresses of contexts, which are loaded if the document names them; nothing else is loaded
     */
    public JsonLdReader(JsonLdTerms values, Set<String> contexts, ReadingBudget budget, RDFHandler handler) {
        this.values = values;
        loader = new AllowedContexts(contexts, budget.limits().mayWait());
        this.budget = budget;
        this.handler = handler;
    }

    /**
     * Reads the whole document.
     *
     * @param base base against which relative IRIs are resolved; without a base they are errors
     * @throws JsonLdError if the text is no JSON-LD, or a part of it has no meaning
     * @throws JsonException if the text is no JSON
     * @throws URISyntaxException if the base is no URI
     */
    public void read(Reader json, @Nullable String base) throws JsonLdError, URISyntaxException {
        if (!(new BudgetJson(budget).read(json) instanceof JsonStructure structure)) {
            throw new JsonException("a document is an object or an array");
        }
        handler.startRDF();
        read(structure, base);
        handler.endRDF();
    }

    /** Reads a whole document that was parsed. */
    void read(JsonStructure structure, @Nullable String base) throws JsonLdError, URISyntaxException {
        JsonStructure escaped = new JsonLdText().escaped(structure, new BudgetJson(budget));
        namespaces(escaped);
        mappings.check();
        JsonLdOptions options = new JsonLdOptions(loader);
        options.setBase(new URI(base == null ? JsonLdTerms.NO_BASE : JsonLdText.escapedBase(base)));
        options.setUriValidation(false);
        options.setExceptionOnWarning(true); // without this, the library drops the values of which it warns
        JsonArray expanded = ExpansionProcessor.expand(JsonDocument.of(escaped), options, false);
        nodes(expanded, null);
        if (!hasStatements && hasContent(structure)) {
            throw new JsonException(
                    "it gives no statement: no context gives its members a meaning, or its nodes have only" + " names");
        }
    }

    /** Whether there is more than contexts, empty arrays, and graphs without nodes. */
    private static boolean hasContent(JsonValue value) {
        if (value instanceof JsonArray items) {
            return items.stream().anyMatch(JsonLdReader::hasContent);
        } else if (value instanceof JsonObject object) {
            boolean isGraph = object.containsKey("@graph");
            return object.entrySet().stream().anyMatch(member -> switch (member.getKey()) {
                case "@context" -> false;
                case "@graph" -> hasContent(member.getValue());
                case "@id" -> !isGraph;
                default -> true;
            });
        }
        return true;
    }

    /** Hands on the prefixes of all contexts. A term is a prefix if its IRI ends as namespaces end. */
    private void namespaces(JsonValue value) throws JsonLdError {
        if (value instanceof JsonArray items) {
            for (JsonValue item : items) {
                namespaces(item);
            }
        } else if (value instanceof JsonObject object) {
            for (Map.Entry<String, JsonValue> entry : object.entrySet()) {
                if (entry.getKey().equals("@context")) {
                    prefixes(entry.getValue());
                } else {
                    namespaces(entry.getValue());
                }
            }
        }
    }

    private void prefixes(JsonValue context) throws JsonLdError {
        if (context instanceof JsonArray items) {
            for (JsonValue item : items) {
                prefixes(item);
            }
        } else if (context instanceof JsonString address && VerifiedTerms.hasScheme(address.getString())) {
            Document loaded = loader.loadDocument(URI.create(address.getString()), new DocumentLoaderOptions());
            JsonValue content = loaded == null ? null : loaded.getJsonContent().orElse(null);
            if (content != null) {
                namespaces(content);
            }
        } else if (context instanceof JsonObject object) {
            mappings.add(object);
            object.forEach(this::prefix);
        }
    }

    private void prefix(String term, JsonValue definition) {
        String prefix = term.equals("@vocab") ? "" : term;
        if (definition instanceof JsonString iri && !prefix.startsWith("@")) {
            String namespace = iri.getString();
            if (namespace.endsWith("#") || namespace.endsWith("/") || namespace.endsWith(":")) {
                handler.handleNamespace(JsonLdText.text(prefix), JsonLdText.text(namespace));
            }
        }
    }

    private void nodes(JsonValue items, @Nullable Resource graph) {
        if (items instanceof JsonArray array) {
            array.forEach(item -> nodes(item, graph));
        } else if (items instanceof JsonObject object && !object.containsKey("@value")) {
            value(object, graph); // the specification ignores a value or list at this place, because no subject has it
        }
    }

    /** The term that an object stands for. The statements about this term go to the handler. */
    private Value value(JsonValue value, @Nullable Resource graph) {
        budget.step();
        if (!(value instanceof JsonObject object)) {
            throw new JsonException("not an object in expanded JSON-LD: " + value);
        } else if (object.containsKey("@value")) {
            return literal(object);
        }
        budget.enter();
        Value term = object.get("@list") instanceof JsonArray items ? list(items, graph) : node(object, graph);
        budget.leave();
        return term;
    }

    private Resource list(JsonArray items, @Nullable Resource graph) {
        Resource first = RDF.NIL;
        Resource last = null;
        for (JsonValue item : items) {
            Resource cell = blankNode();
            if (last == null) {
                first = cell;
            } else {
                statement(last, RDF.REST, cell, graph);
            }
            statement(cell, RDF.FIRST, value(item, graph), graph);
            last = cell;
        }
        if (last != null) {
            statement(last, RDF.REST, RDF.NIL, graph);
        }
        return first;
    }

    private Resource node(JsonObject node, @Nullable Resource graph) {
        JsonValue id = node.get("@id");
        Resource subject = id == null ? blankNode() : name(id);
        for (Map.Entry<String, JsonValue> entry : node.entrySet()) {
            String key = entry.getKey();
            JsonValue value = entry.getValue();
            switch (key) {
                case "@id", "@index" -> {
                    // the name is known; an index has no meaning in RDF
                }
                case "@type" -> value.asJsonArray().forEach(type -> statement(subject, RDF.TYPE, name(type), graph));
                case "@graph" -> nodes(value, subject);
                case "@included" -> nodes(value, graph);
                case "@reverse" ->
                    value.asJsonObject().forEach((property, others) -> others.asJsonArray()
                            .forEach(other -> reverse(value(other, graph), property, subject, graph)));
                default -> {
                    IRI predicate = predicate(key);
                    value.asJsonArray().forEach(item -> statement(subject, predicate, value(item, graph), graph));
                }
            }
        }
        return subject;
    }

    private void reverse(Value other, String property, Resource subject, @Nullable Resource graph) {
        if (!(other instanceof Resource resource)) {
            throw new JsonException("a literal in @reverse: " + other);
        }
        statement(resource, predicate(property), subject, graph);
    }

    private IRI predicate(String key) {
        if (key.startsWith("_:")) {
            throw new IllegalArgumentException(
                    "a blank node cannot be a predicate: RDF4J cannot hold it: " + JsonLdText.text(key));
        }
        return values.createProperty(key);
    }

    private Resource name(JsonValue id) {
        if (!(id instanceof JsonString text)) {
            throw new JsonException("not a name of a node: " + id);
        }
        String name = text.getString();
        return name.startsWith("_:")
                ? blankNodes.computeIfAbsent(name, label -> values.createBNode("b" + blankNodes.size()))
                : values.createIRI(name);
    }

    private Resource blankNode() {
        String label = "b" + blankNodes.size();
        Resource node = values.createBNode(label);
        blankNodes.put(label, node); // the labels of the document begin with _:, so that new labels differ from them
        return node;
    }

    private Literal literal(JsonObject object) {
        JsonValue value = object.get("@value");
        String type = object.get("@type") instanceof JsonString text ? text.getString() : null;
        if (object.containsKey("@direction")) {
            throw new IllegalArgumentException("a base direction (@direction) is not supported: RDF4J cannot hold it: "
                    + JsonLdText.text(String.valueOf(value)));
        } else if ("@json".equals(type)) {
            return values.createLiteral(JsonCanonicalizer.canonicalize(value), values.createIRI(RDF.NAMESPACE, "JSON"));
        } else if (value instanceof JsonNumber number) {
            return number(number.bigDecimalValue(), type);
        } else if (value == JsonValue.TRUE || value == JsonValue.FALSE) {
            String label = value == JsonValue.TRUE ? "true" : "false";
            return values.createLiteral(label, type == null ? XSD.BOOLEAN : values.createIRI(type));
        } else if (!(value instanceof JsonString text)) {
            throw new JsonException("not a value of a literal: " + value);
        } else if (object.get("@language") instanceof JsonString language) {
            return values.createLiteral(text.getString(), language.getString());
        } else {
            return type == null
                    ? values.createLiteral(text.getString())
                    : values.createLiteral(text.getString(), values.createIRI(type));
        }
    }

    private Literal number(BigDecimal number, @Nullable String type) {
        IRI datatype = type == null ? null : values.createIRI(type);
        boolean isInteger = number.stripTrailingZeros().scale() <= 0
                && number.compareTo(LARGEST_INTEGER) < 0
                && !XSD.DOUBLE.equals(datatype);
        String label = isInteger ? number.toBigInteger().toString() : doubles.format(number);
        return values.createLiteral(label, datatype != null ? datatype : isInteger ? XSD.INTEGER : XSD.DOUBLE);
    }

    private void statement(Resource subject, IRI predicate, Value object, @Nullable Resource graph) {
        hasStatements = true;
        handler.handleStatement(
                graph == null
                        ? values.createStatement(subject, predicate, object)
                        : values.createStatement(subject, predicate, object, graph));
    }
}
