package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.jspecify.annotations.Nullable;

/** Options that say what payloads are: names, defaults, documentation, and how they depend on each other. */
public final class PayloadOptions {
    public static final String CONTENT_TYPE_CONFIG = "payload.content.type";
    public static final String CONTENT_TYPES_CONFIG = "payload.content.types";

    public static final String CONTENT_TYPES_ALLOWED_CONFIG = "payload.content.types.allowed";

    private static final String JSON = "application/json";
    private static final String SENML = "application/senml+json";
    public static final String JSON_CONFIG = "payload.json";
    public static final String JSON_CONTEXT_CONFIG = "payload.json.context";
    public static final String JSON_TEMPLATE_CONFIG = "payload.json.template";
    public static final String SENML_BASE_CONFIG = "payload.senml.base";

    static final String CONTEXTS_ALLOWED_CONFIG = "payload.jsonld.contexts.allowed";

    private static final String CONTEXTS_ALLOWED_DOC =
            "Addresses of the JSON-LD contexts that may be loaded when a payload names them, each written as the"
                    + " payload writes it. No other context is loaded. The content of these contexts is trusted. While one"
                    + " cannot be loaded, the payloads that name it cannot be read.";
    static final String SHAPES_CONFIG = "shacl.shapes";

    private static final String SHAPES_DOC =
            "SHACL shapes in Turtle that every element must conform to. All statements of the element are validated"
                    + " as one graph. If an element does not conform, on.error decides about it, with the reason 'shapes'; a"
                    + " dead letter has the validation report in the header velella.error.report, in Turtle, cut after 8000"
                    + " characters. Validation takes some milliseconds an element. To keep the shapes in a file, use a config"
                    + " provider (${directory:/etc/velella:shapes.ttl}).";
    private static final String JSON_DOC =
            "How application/json is read. 'none': it is refused. 'context': as JSON-LD, with the context of"
                    + " payload.json.context. 'template': its values fill payload.json.template. 'senml': as"
                    + " application/senml+json (a payload of that type is read with every setting).";
    private static final String JSON_CONTEXT_DOC =
            "With payload.json=context, the value of @context: a JSON object. Terms for numbers should have a datatype of"
                    + " their own: JSON-LD makes 30.0 an xsd:integer and 30.5 an xsd:double otherwise, in another spelling.";
    private static final String JSON_TEMPLATE_DOC =
            "With payload.json=template, a TriG document with holes in its <IRIs> and \"literals\": {/json/pointer},"
                    + " {topic}, {topic[2]} and {now}. Numbers are kept as they are written. A statement with a hole that"
                    + " finds nothing is left out. If the payload is an array, each of its items fills the template.";
    private static final String SENML_BASE_DOC = "IRI that is put before names of SenML that are not IRIs themselves.";
    private static final String CONTENT_TYPE_DOC =
            "Media type of payloads that have no content type of their own (MQTT 5) and whose topic is not in"
                    + " payload.content.types: text/turtle, application/trig, application/n-triples, application/n-quads,"
                    + " application/ld+json, application/rdf+xml, application/x-jelly-rdf, application/senml+json, or"
                    + " application/json with payload.json.";
    private static final String CONTENT_TYPES_DOC =
            "Media types by topic, for payloads that have no content type of their own: entries FILTER=TYPE, such as"
                    + " site/+/weather=text/turtle, separated by commas. The first filter that matches decides.";

    private static final String CONTENT_TYPES_ALLOWED_DOC =
            "Media types that are accepted, separated by commas; empty: all that Velella knows. With MQTT 5 and HTTP"
                    + " the sender names the media type, and so chooses the parser. List the types that your senders use:"
                    + " on.error then decides about every other payload, with the reason 'content-type'.";

    /** How plain JSON is read. */
    enum Json {
        NONE,
        CONTEXT,
        TEMPLATE,
        SENML
    }

    /** Limits of what stands in options. */
    private static final ReadingLimits OF_OPTIONS = ReadingLimits.ofElement(4 << 20, 100_000);

    private PayloadOptions() {}

    /** Adds all options to a group. */
    public static void define(OptionGroup group) {
        group.text(CONTENT_TYPE_CONFIG, null, Importance.HIGH, CONTENT_TYPE_DOC, "Content type");
        group.add(
                CONTENT_TYPES_CONFIG,
                Type.LIST,
                List.of(),
                null,
                Importance.MEDIUM,
                CONTENT_TYPES_DOC,
                "Content types by topic");
        group.add(
                CONTENT_TYPES_ALLOWED_CONFIG,
                Type.LIST,
                List.of(),
                null,
                Importance.MEDIUM,
                CONTENT_TYPES_ALLOWED_DOC,
                "Allowed content types");
        group.choice(JSON_CONFIG, Json.NONE, Importance.MEDIUM, JSON_DOC, "Plain JSON");
        group.text(JSON_CONTEXT_CONFIG, null, Importance.MEDIUM, JSON_CONTEXT_DOC, "JSON-LD context");
        group.text(JSON_TEMPLATE_CONFIG, null, Importance.MEDIUM, JSON_TEMPLATE_DOC, "Template");
        group.text(SENML_BASE_CONFIG, "urn:senml:", Importance.LOW, SENML_BASE_DOC, "Base of SenML names");
        group.add(
                CONTEXTS_ALLOWED_CONFIG,
                Type.LIST,
                List.of(),
                null,
                Importance.LOW,
                CONTEXTS_ALLOWED_DOC,
                "Allowed JSON-LD contexts");
        group.text(SHAPES_CONFIG, null, Importance.LOW, SHAPES_DOC, "SHACL shapes");
    }

    /**
     * What is wrong with options that depend on others: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    public static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        if (values.get(CONTENT_TYPES_CONFIG) instanceof List<?> entries) {
            try {
                new ContentTypes(entries.stream().map(String::valueOf).toList(), null);
            } catch (IllegalArgumentException e) {
                problems.put(CONTENT_TYPES_CONFIG, String.valueOf(e.getMessage()));
            }
        }
        if (values.get(CONTENT_TYPES_ALLOWED_CONFIG) instanceof List<?> allowed) {
            allowedProblem(allowed, values).ifPresent(problem -> problems.put(CONTENT_TYPES_ALLOWED_CONFIG, problem));
        }
        Object json = values.get(JSON_CONFIG);
        needed(problems, values, json, Json.CONTEXT, JSON_CONTEXT_CONFIG, PayloadOptions::checkContext);
        needed(problems, values, json, Json.TEMPLATE, JSON_TEMPLATE_CONFIG, PayloadOptions::checkTemplate);
        if (values.get(SHAPES_CONFIG) instanceof String shapes) {
            try {
                new ShapesGate(shapes).close();
            } catch (IllegalArgumentException e) {
                problems.put(SHAPES_CONFIG, String.valueOf(e.getMessage()));
            }
        }
        if (values.get(SENML_BASE_CONFIG) instanceof String base) {
            try {
                VerifiedTerms.checkIri(base);
            } catch (IllegalArgumentException e) {
                problems.put(SENML_BASE_CONFIG, String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }

    private static Optional<String> allowedProblem(List<?> allowed, Map<String, ?> values) {
        Set<String> known = new TreeSet<>(PayloadReader.rdfTypes());
        known.add(SENML);
        if (!Spelling.of(Json.NONE).equals(values.get(JSON_CONFIG))) {
            known.add(JSON);
        }
        Set<String> types = PayloadReader.types(allowed);
        for (String type : types) {
            if (!known.contains(type)) {
                return Optional.of("holds " + type + ", which is none of those that are read: " + known
                        + (type.equals(JSON) ? "; see " + JSON_CONFIG : ""));
            }
        }
        if (types.isEmpty()) {
            return Optional.empty();
        }
        List<String> given = new ArrayList<>();
        if (values.get(CONTENT_TYPE_CONFIG) instanceof String type) {
            given.add(type);
        }
        if (values.get(CONTENT_TYPES_CONFIG) instanceof List<?> entries) {
            entries.forEach(entry -> given.add(String.valueOf(entry).replaceFirst(".*=", "")));
        }
        return given.stream()
                .filter(type -> !types.contains(PayloadReader.type(type)))
                .findFirst()
                .map(type -> "lacks " + type.strip() + ", which " + CONTENT_TYPE_CONFIG + " or " + CONTENT_TYPES_CONFIG
                        + " gives to payloads");
    }

    private static void needed(
            Map<String, String> problems,
            Map<String, ?> values,
            @Nullable Object json,
            Json kind,
            String option,
            Consumer<String> check) {
        if (!Spelling.of(kind).equals(json)) {
            return;
        }
        if (!(values.get(option) instanceof String text)) {
            problems.put(option, "is needed with " + JSON_CONFIG + "=" + json);
            return;
        }
        try {
            check.accept(text);
        } catch (IllegalArgumentException | PayloadException e) {
            problems.put(option, String.valueOf(e.getMessage()));
        }
    }

    /** The context of the options stands before each payload, and counts for none. */
    private static DocumentReader withContext(ReadingLimits limits, String context, Set<String> contexts) {
        long bytes = limits.bytes() + 4L * context.length() + 64;
        return new DocumentReader(
                PayloadReader.frameLimits(limits),
                new ReadingLimits(
                        bytes,
                        limits.statements(),
                        limits.characters() + 4 * (bytes - limits.bytes()),
                        limits.depth(),
                        limits.digits(),
                        limits.time(),
                        limits.isPerMebibyte()),
                contexts);
    }

    private static void checkTemplate(String template) {
        new GraphTemplate(template, OF_OPTIONS);
    }

    private static void checkContext(String context) {
        if (JsonTree.parse(context.getBytes(StandardCharsets.UTF_8), new ReadingBudget(OF_OPTIONS))
                        .kind()
                != JsonTree.Kind.OBJECT) {
            throw new IllegalArgumentException("is no JSON object");
        }
    }

    /** What elements must conform to; null where there are no shapes. */
    public static @Nullable ShapesGate shapes(AbstractConfig config) {
        String shapes = config.getString(SHAPES_CONFIG);
        return shapes == null ? null : new ShapesGate(shapes);
    }

    /** Limits of frames that hold payloads to these. */
    public static Limits frameLimits(ReadingLimits limits) {
        return PayloadReader.frameLimits(limits);
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
     * The reader that the options describe.
     *
     * @param limits of each payload
     */
    public static PayloadReader reader(AbstractConfig config, ReadingLimits limits) {
        ContentTypes types =
                new ContentTypes(config.getList(CONTENT_TYPES_CONFIG), config.getString(CONTENT_TYPE_CONFIG));
        Set<String> contexts = Set.copyOf(config.getList(CONTEXTS_ALLOWED_CONFIG));
        Map<String, PayloadFormat> json = new LinkedHashMap<>();
        PayloadFormat senml = new SenmlPayload(config.getString(SENML_BASE_CONFIG), limits);
        json.put(SENML, senml);
        switch (Spelling.constant(Json.class, config.getString(JSON_CONFIG))) {
            case CONTEXT ->
                json.put(
                        JSON,
                        new JsonContextPayload(
                                config.getString(JSON_CONTEXT_CONFIG),
                                new DocumentPayload(
                                        DocumentFormat.JSON_LD,
                                        withContext(limits, config.getString(JSON_CONTEXT_CONFIG), contexts))));
            case TEMPLATE -> json.put(JSON, new GraphTemplate(config.getString(JSON_TEMPLATE_CONFIG), limits));
            case SENML -> json.put(JSON, senml);
            case NONE -> {
                // refused
            }
        }
        return new PayloadReader(
                types, limits, contexts, json, PayloadReader.types(config.getList(CONTENT_TYPES_ALLOWED_CONFIG)));
    }
}
