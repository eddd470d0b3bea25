package dev.velella.source.payload;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.lift.DocumentPayload;
import dev.velella.lift.GraphTemplate;
import dev.velella.lift.JsonContextPayload;
import dev.velella.lift.PayloadException;
import dev.velella.lift.PayloadFormat;
import dev.velella.lift.SenmlPayload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

/** Options about the formats of payloads: names, defaults, documentation, and dependencies. */
public final class PayloadOptions {
    public static final Option<String> CONTENT_TYPE = Option.text("payload.content.type")
            .high()
            .label("Content type")
            .doc("Media type of messages that have no content type of their own (MQTT 5) and whose topic is not in"
                    + " payload.content.types; of a document of an HTTP server, whatever the server says that it is: text/turtle, application/trig, application/n-triples, application/n-quads,"
                    + " application/ld+json, application/x-ld+ndjson, application/rdf+xml, application/x-jelly-rdf, application/senml+json, or"
                    + " application/json with payload.json. With a parameter, as in 'application/trig; version=1.2-messages', the"
                    + " document of an HTTP server is a log of RDF Messages.");
    public static final Option<List<String>> CONTENT_TYPES = Option.list("payload.content.types")
            .medium()
            .label("Content types by topic")
            .doc(
                    "Media types by topic, for payloads that have no content type of their own: entries FILTER=TYPE, such as"
                            + " site/+/weather=text/turtle, separated by commas. The first filter that matches decides.");

    public static final Option<List<String>> CONTENT_TYPES_ALLOWED = Option.list("payload.content.types.allowed")
            .medium()
            .label("Allowed content types")
            .doc(
                    "Media types that are accepted, separated by commas; empty: all that Velella knows. With MQTT 5 and HTTP"
                            + " the sender names the media type, and so chooses the parser. List the types that your senders use:"
                            + " on.error then decides about every other payload, with the reason 'content-type'.");

    private static final String JSON_TYPE = "application/json";
    private static final String SENML_TYPE = "application/senml+json";
    public static final Option<Json> JSON = Option.choice("payload.json", Json.NONE)
            .medium()
            .label("Plain JSON")
            .doc("How application/json is read. 'none': it is refused. 'context': as JSON-LD, with the context of"
                    + " payload.json.context. 'template': its values fill payload.json.template. 'senml': as"
                    + " application/senml+json (a payload of that type is read with every setting).");
    public static final Option<String> JSON_CONTEXT = Option.text("payload.json.context")
            .medium()
            .label("JSON-LD context")
            .doc(
                    "With payload.json=context, the value of @context: a JSON object. Terms for numbers should have a datatype of"
                            + " their own: JSON-LD makes 30.0 an xsd:integer and 30.5 an xsd:double otherwise, in another spelling.");
    public static final Option<String> JSON_TEMPLATE = Option.text("payload.json.template")
            .medium()
            .label("Template")
            .doc(
                    "With payload.json=template, a TriG document with holes in its <IRIs> and \"literals\": {/json/pointer},"
                            + " {topic}, {topic[2]} and {now}. Numbers are kept as they are written. A statement with a hole that"
                            + " finds nothing is left out. If the payload is an array, each of its items fills the template.");
    public static final Option<String> SENML_BASE = Option.text("payload.senml.base")
            .byDefault("urn:senml:")
            .label("Base of SenML names")
            .doc("IRI that is put before names of SenML that are not IRIs themselves.");

    static final Option<String> BASE = Option.text("payload.base")
            .label("Base IRI")
            .doc(
                    "IRI against which the relative IRIs of a document are resolved. It may have {topic} and {topic[2]}, such"
                            + " as https://example.org/{topic}/; the values are percent-encoded. If it is not set, the base of a"
                            + " document of an HTTP server is its URL, and in messages of MQTT relative IRIs are errors. A URL with"
                            + " a query is no base, because the query may hold a key and the base gets into the graphs: then set this"
                            + " option.");
    private static final Option<Empty> EMPTY = Option.choice("payload.empty", Empty.REFUSE)
            .label("Empty documents")
            .doc(
                    "What a document without content is: 0 bytes of Turtle, TriG, N-Triples or N-Quads, and JSON-LD such as"
                            + " {} or []. 'refuse': on.error decides about it, because an empty graph ends all that was known of"
                            + " its stream, and most senders of such documents do not mean that. 'graph': an empty graph. With"
                            + " either value, an empty graph is a document with a comment or a prefix and no statement; a"
                            + " document that is not empty and gives no statement, because its context knows none of its members,"
                            + " is refused.");

    static final Option<List<String>> CONTEXTS_ALLOWED = Option.list("payload.jsonld.contexts.allowed")
            .label("Allowed JSON-LD contexts")
            .doc("Addresses of the JSON-LD contexts that may be loaded when a payload names them, each written as the"
                    + " payload writes it. No other context is loaded. The content of these contexts is trusted. While one"
                    + " cannot be loaded, the payloads that name it cannot be read.");

    static final Option<String> SHAPES = Option.text("shacl.shapes")
            .label("SHACL shapes")
            .doc(
                    "SHACL shapes in Turtle that every element must conform to. All statements of the element are validated"
                            + " as one graph. If an element does not conform, on.error decides about it, with the reason 'shapes'; a"
                            + " dead letter has the validation report in the header velella.error.report, in Turtle, cut after 8000"
                            + " characters. Shapes of SHACL Core, and queries of sh:sparql; anything else is refused. To keep the shapes in a file, use a config"
                            + " provider (${directory:/etc/velella:shapes.ttl}).");

    /** The ways to read plain JSON. */
    enum Json {
        NONE,
        CONTEXT,
        TEMPLATE,
        SENML
    }

    /** What a document without content is. */
    enum Empty {
        REFUSE,
        GRAPH
    }

    /** Limits of documents in options. */
    private static final ReadingLimits OF_OPTIONS = ReadingLimits.ofElement(4 << 20, 100_000);

    private PayloadOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.add(
                CONTENT_TYPE,
                CONTENT_TYPES,
                CONTENT_TYPES_ALLOWED,
                JSON,
                JSON_CONTEXT,
                JSON_TEMPLATE,
                SENML_BASE,
                BASE,
                EMPTY,
                CONTEXTS_ALLOWED,
                SHAPES);
    }

    /**
     * Problems of options that depend on others. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (values.get(CONTENT_TYPES.name()) instanceof List<?> entries) {
            try {
                new ContentTypes(entries.stream().map(String::valueOf).toList(), null);
            } catch (IllegalArgumentException e) {
                problems.put(CONTENT_TYPES.name(), String.valueOf(e.getMessage()));
            }
        }
        if (values.get(CONTENT_TYPES_ALLOWED.name()) instanceof List<?> allowed) {
            allowedProblem(allowed, values).ifPresent(problem -> problems.put(CONTENT_TYPES_ALLOWED.name(), problem));
        }
        needed(problems, values, Json.CONTEXT, JSON_CONTEXT, PayloadOptions::checkContext);
        needed(problems, values, Json.TEMPLATE, JSON_TEMPLATE, PayloadOptions::checkTemplate);
        if (values.get(SHAPES.name()) instanceof String shapes) {
            try {
                new ShapesGate(shapes, OF_OPTIONS);
            } catch (IllegalArgumentException e) {
                problems.put(SHAPES.name(), String.valueOf(e.getMessage()));
            }
        }
        if (values.get(BASE.name()) instanceof String base) {
            try {
                new BaseTemplate(base);
            } catch (IllegalArgumentException e) {
                problems.put(BASE.name(), String.valueOf(e.getMessage()));
            }
        }
        if (values.get(SENML_BASE.name()) instanceof String base) {
            try {
                VerifiedTerms.checkIri(base);
            } catch (IllegalArgumentException e) {
                problems.put(SENML_BASE.name(), String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    private static Optional<String> allowedProblem(List<?> allowed, Map<String, ?> values) {
        Set<String> known = new TreeSet<>(PayloadReader.rdfTypes());
        known.add(SENML_TYPE);
        if (JSON.in(values) != Json.NONE) {
            known.add(JSON_TYPE);
        }
        Set<String> types = PayloadReader.types(allowed);
        for (String type : types) {
            if (!known.contains(type)) {
                return Optional.of("holds " + type + ", which is none of those that are read: " + known
                        + (type.equals(JSON_TYPE) ? "; see " + JSON.name() : ""));
            }
        }
        if (types.isEmpty()) {
            return Optional.empty();
        }
        List<String> given = new ArrayList<>();
        if (values.get(CONTENT_TYPE.name()) instanceof String type) {
            given.add(type);
        }
        if (values.get(CONTENT_TYPES.name()) instanceof List<?> entries) {
            entries.forEach(entry -> given.add(String.valueOf(entry).replaceFirst(".*=", "")));
        }
        return given.stream()
                .filter(type -> !types.contains(PayloadReader.type(type)))
                .findFirst()
                .map(type -> "lacks " + type.strip() + ", which " + CONTENT_TYPE.name() + " or " + CONTENT_TYPES.name()
                        + " gives to payloads");
    }

    private static void needed(
            Map<String, String> problems,
            Map<String, ?> values,
            Json kind,
            Option<String> option,
            Consumer<String> check) {
        if (JSON.in(values) != kind) {
            return;
        }
        String text = option.in(values);
        if (text == null) {
            problems.put(option.name(), "is needed with " + JSON + "=" + Spelling.of(kind));
            return;
        }
        try {
            check.accept(text);
        } catch (IllegalArgumentException | PayloadException e) {
            problems.put(option.name(), String.valueOf(e.getMessage()));
        }
    }

    private static void checkTemplate(String template) {
        new GraphTemplate(template, OF_OPTIONS);
    }

    private static void checkContext(String context) {
        JsonContextPayload.of(context, OF_OPTIONS, Set.of(), null);
    }

    /**
     * The check of the shapes that elements must conform to; null if there are no shapes.
     *
     * @param limits of each payload
     */
    public static @Nullable ShapesGate shapes(AbstractConfig config, ReadingLimits limits) {
        String shapes = SHAPES.orNull(config);
        return shapes == null ? null : new ShapesGate(shapes, limits);
    }

    /** Limits of frames that have the same effect as these limits of payloads. */
    public static Limits frameLimits(ReadingLimits limits) {
        return DocumentPayload.frameLimits(limits);
    }

    /**
     * The reader that the options describe, with the default limits of time.
     *
     * @param statements most statements of a payload
     * @param bytes most bytes of a payload
     */
    public static PayloadReader reader(AbstractConfig config, int statements, int bytes) {
        return reader(config, ReadingLimits.ofElement(bytes, statements));
    }

    /**
     * The logs of RDF Messages that the options accept.
     *
     * @param limits of each message
     */
    public static MessageLogs logs(AbstractConfig config, ReadingLimits limits) {
        String base = BASE.orNull(config);
        return new MessageLogs(
                limits,
                Set.copyOf(CONTEXTS_ALLOWED.of(config)),
                base == null ? null : new BaseTemplate(base),
                PayloadReader.types(CONTENT_TYPES_ALLOWED.of(config)));
    }

    /**
     * The reader that the options describe.
     *
     * @param limits of each payload
     */
    public static PayloadReader reader(AbstractConfig config, ReadingLimits limits) {
        ContentTypes types = new ContentTypes(CONTENT_TYPES.of(config), CONTENT_TYPE.orNull(config));
        Set<String> contexts = Set.copyOf(CONTEXTS_ALLOWED.of(config));
        String base = BASE.orNull(config);
        Map<String, PayloadFormat> json = new LinkedHashMap<>();
        PayloadFormat senml = new SenmlPayload(SENML_BASE.of(config), limits);
        json.put(SENML_TYPE, senml);
        switch (JSON.of(config)) {
            case CONTEXT ->
                json.put(JSON_TYPE, JsonContextPayload.of(JSON_CONTEXT.of(config), limits, contexts, "payload."));
            case TEMPLATE -> json.put(JSON_TYPE, new GraphTemplate(JSON_TEMPLATE.of(config), limits));
            case SENML -> json.put(JSON_TYPE, senml);
            case NONE -> {
                // such a payload is refused
            }
        }
        return new PayloadReader(
                types,
                limits,
                contexts,
                json,
                base == null ? null : new BaseTemplate(base),
                EMPTY.of(config) == Empty.GRAPH,
                PayloadReader.types(CONTENT_TYPES_ALLOWED.of(config)));
    }
}
