package dev.velella.diff;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Options of the diff app: its own begin with {@value #PREFIX}, every other one goes to Kafka Streams as it is, with
 * the prefixes that Kafka Streams knows ({@code producer.}, {@code consumer.} and so on).
 *
 * <p>Immutable.
 */
public final class DiffConfig extends AbstractConfig {
    /** What the app's own options begin with. */
    public static final String PREFIX = "velella.";

    /** Topic of graphs. */
    public static final String INPUT_TOPIC_CONFIG = PREFIX + "input.topic";

    private static final String INPUT_TOPIC_DOC = "Topic of graphs to read. Must exist.";

    /** Topic of patches. */
    public static final String OUTPUT_TOPIC_CONFIG = PREFIX + "output.topic";

    private static final String OUTPUT_TOPIC_DOC =
            "Topic of patches to write. Created if missing; must have as many partitions as the input topic.";

    /** Replicas of the output topic. */
    public static final String OUTPUT_REPLICATION_FACTOR_CONFIG = PREFIX + "output.replication.factor";

    private static final String OUTPUT_REPLICATION_FACTOR_DOC =
            "Replicas of the output topic if it has to be created; -1 is the broker's default.";

    /** Where statements end up. */
    public static final String GRAPH_POLICY_CONFIG = PREFIX + "graph.policy";

    private static final String GRAPH_POLICY_DOC = "Where the statements of a stream end up: per-stream (in a graph of"
            + " its own, see graph.template), keep (in the graphs that the elements name), or fixed (all streams in one"
            + " graph, where streams that assert the same triple take it away from each other).";

    /** IRI of a stream's graph. */
    public static final String GRAPH_TEMPLATE_CONFIG = PREFIX + "graph.template";

    private static final String GRAPH_TEMPLATE_DOC = "IRI of a stream's graph under graph.policy=per-stream. {key}"
            + " stands for the record's key, percent-encoded. Under the default template a key that is an absolute IRI"
            + " is used as it is.";

    /** IRI of the graph of all streams. */
    public static final String GRAPH_FIXED_CONFIG = PREFIX + "graph.fixed";

    private static final String GRAPH_FIXED_DOC = "IRI of the graph under graph.policy=fixed.";

    /** Statements about the graph name. */
    public static final String TEMPORAL_STATEMENT_CONFIG = PREFIX + "temporal.statement";

    private static final String TEMPORAL_STATEMENT_DOC = "What becomes of the statements about the graph name of a"
            + " named-graph element, such as its time: keep (said of the stable graph name, in that graph) or drop.";

    /** What the elements are. */
    public static final String ELEMENT_TYPE_CONFIG = PREFIX + "element.type";

    private static final String ELEMENT_TYPE_DOC = "What the elements are: auto (told from each), graph (triples only),"
            + " named-graph (one named graph and statements about its name), or dataset (any quads; needs"
            + " graph.policy=keep). An element that is not what is configured is an error.";

    /** Late elements. */
    public static final String LATE_CONFIG = PREFIX + "late";

    private static final String LATE_DOC = "What to do with an element whose event time is before that of an earlier"
            + " element of its stream: drop (left out and counted) or keep (taken in the order of the topic).";

    /** Event times ahead of the clock. */
    public static final String LATE_MAX_FUTURE_MS_CONFIG = PREFIX + "late.max.future.ms";

    private static final String LATE_MAX_FUTURE_MS_DOC = "How far an element's event time may be ahead of the clock, in"
            + " ms; beyond, it is an error, because all later elements of the stream would count as late. -1 turns the"
            + " check off. The default, one hour, is what brokers allow for record timestamps.";

    /** Labels of blank nodes. */
    public static final String BLANK_NODES_CONFIG = PREFIX + "blank.nodes";

    private static final String BLANK_NODES_DOC =
            "How blank nodes of consecutive elements are compared: keep (by their labels as they are).";

    /** Decoded graphs in memory. */
    public static final String CACHE_MAX_STATEMENTS_CONFIG = PREFIX + "cache.max.statements";

    private static final String CACHE_MAX_STATEMENTS_DOC =
            "Most statements of previous graphs that a task holds decoded"
                    + " in memory, some 300 bytes each; streams beyond are decoded from the state store. 0 holds none.";

    /** Application id used unless another is configured. */
    public static final String DEFAULT_APPLICATION_ID = "velella-diff";

    private static final String TOPICS = "Topics";
    private static final String MEANING = "Meaning";
    private static final long HOUR_MS = 3_600_000;

    private final DiffSettings settings;
    private final Map<String, Object> streamsProperties;

    /**
     * Reads and checks the options.
     *
     * @param properties the app's own and those of Kafka Streams
     * @throws ConfigException if an own option is unknown, missing or wrong, or options contradict each other
     */
    public DiffConfig(Map<String, ?> properties) {
        super(definition(), own(properties), false);
        if (inputTopic().equals(outputTopic())) {
            throw new ConfigException(OUTPUT_TOPIC_CONFIG, outputTopic(), "must not be the input topic");
        }
        settings = readSettings();
        streamsProperties = streamsPart(properties);
    }

    /** The app's own options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        defineTopics(def);
        defineMeaning(def);
        FrameOptions.define(def);
        return def;
    }

    private static void defineTopics(ConfigDef def) {
        Object required = ConfigDef.NO_DEFAULT_VALUE;
        Importance high = Importance.HIGH;
        Validator name = new NonEmptyString();
        Validator replicas = LambdaValidator.with(
                (option, value) -> {
                    short n = (Short) value;
                    if (n == 0 || n < -1) {
                        throw new ConfigException(option, value, "must be -1 or at least 1");
                    }
                },
                () -> "-1 or [1,...]");
        def.define(
                INPUT_TOPIC_CONFIG,
                Type.STRING,
                required,
                name,
                high,
                INPUT_TOPIC_DOC,
                TOPICS,
                1,
                Width.MEDIUM,
                "Input topic");
        def.define(
                OUTPUT_TOPIC_CONFIG,
                Type.STRING,
                required,
                name,
                high,
                OUTPUT_TOPIC_DOC,
                TOPICS,
                2,
                Width.MEDIUM,
                "Output topic");
        def.define(
                OUTPUT_REPLICATION_FACTOR_CONFIG,
                Type.SHORT,
                (short) -1,
                replicas,
                Importance.LOW,
                OUTPUT_REPLICATION_FACTOR_DOC,
                TOPICS,
                3,
                Width.SHORT,
                "Replicas of the output topic");
    }

    private static void defineMeaning(ConfigDef def) {
        int order = 0;
        defineChoice(def, GRAPH_POLICY_CONFIG, GraphPolicy.PER_STREAM, GRAPH_POLICY_DOC, ++order, "Graph policy");
        String template = GraphSettings.DEFAULT_TEMPLATE;
        defineText(def, GRAPH_TEMPLATE_CONFIG, template, GRAPH_TEMPLATE_DOC, ++order, "Graph template");
        defineText(def, GRAPH_FIXED_CONFIG, null, GRAPH_FIXED_DOC, ++order, "Fixed graph");
        defineChoice(
                def,
                TEMPORAL_STATEMENT_CONFIG,
                TemporalStatement.KEEP,
                TEMPORAL_STATEMENT_DOC,
                ++order,
                "Temporal statements");
        defineChoice(def, ELEMENT_TYPE_CONFIG, ElementType.AUTO, ELEMENT_TYPE_DOC, ++order, "Element type");
        defineChoice(def, LATE_CONFIG, LatePolicy.DROP, LATE_DOC, ++order, "Late elements");
        def.define(
                LATE_MAX_FUTURE_MS_CONFIG,
                Type.LONG,
                HOUR_MS,
                Range.atLeast(-1),
                Importance.LOW,
                LATE_MAX_FUTURE_MS_DOC,
                MEANING,
                ++order,
                Width.SHORT,
                "Time ahead of the clock");
        def.define(
                BLANK_NODES_CONFIG,
                Type.STRING,
                "keep",
                ValidString.in("keep"),
                Importance.MEDIUM,
                BLANK_NODES_DOC,
                MEANING,
                ++order,
                Width.SHORT,
                "Blank nodes");
        def.define(
                CACHE_MAX_STATEMENTS_CONFIG,
                Type.LONG,
                100_000L,
                Range.atLeast(0),
                Importance.LOW,
                CACHE_MAX_STATEMENTS_DOC,
                MEANING,
                ++order,
                Width.SHORT,
                "Statements in memory");
    }

    private static void defineChoice(
            ConfigDef def, String option, Enum<?> value, String doc, int order, String display) {
        Importance importance = Importance.MEDIUM;
        Validator choice = ValidString.in(texts(value.getDeclaringClass()));
        def.define(option, Type.STRING, text(value), choice, importance, doc, MEANING, order, Width.SHORT, display);
    }

    private static void defineText(
            ConfigDef def, String option, @Nullable String value, String doc, int order, String display) {
        Validator nonEmpty = new NonEmptyString();
        Importance importance = Importance.MEDIUM;
        def.define(option, Type.STRING, value, nonEmpty, importance, doc, MEANING, order, Width.LONG, display);
    }

    private static Map<String, Object> own(Map<String, ?> properties) {
        Set<String> known = definition().names();
        Map<String, Object> own = new LinkedHashMap<>();
        properties.forEach((option, value) -> {
            if (!option.startsWith(PREFIX)) {
                return;
            }
            if (!known.contains(option)) {
                List<String> near = NearNames.of(option, new TreeSet<>(known));
                throw new ConfigException(option, value, "unknown option; the nearest are " + String.join(", ", near));
            }
            own.put(option, value);
        });
        return own;
    }

    private static Map<String, Object> streamsPart(Map<String, ?> properties) {
        Map<String, Object> streams = new LinkedHashMap<>();
        streams.put(StreamsConfig.APPLICATION_ID_CONFIG, DEFAULT_APPLICATION_ID);
        streams.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        if (!isStreamsProtocol(properties)) {
            streams.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, DiffClientSupplier.class.getName());
        }
        properties.forEach((option, value) -> {
            if (!option.startsWith(PREFIX)) {
                streams.put(option, value);
            }
        });
        return Collections.unmodifiableMap(streams);
    }

    /** Whether the broker assigns the tasks; Kafka Streams then makes its main consumer itself, and warns of suppliers. */
    private static boolean isStreamsProtocol(Map<String, ?> properties) {
        return GroupProtocol.STREAMS.name.equalsIgnoreCase(
                String.valueOf(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
    }

    private DiffSettings readSettings() {
        return new DiffSettings(
                readGraphSettings(),
                choice(LatePolicy.class, getString(LATE_CONFIG)),
                getLong(LATE_MAX_FUTURE_MS_CONFIG),
                getLong(CACHE_MAX_STATEMENTS_CONFIG),
                FrameOptions.read(this));
    }

    private GraphSettings readGraphSettings() {
        String fixed = getString(GRAPH_FIXED_CONFIG);
        IRI graph = fixed == null ? null : absolute(fixed);
        try {
            return new GraphSettings(
                    choice(GraphPolicy.class, getString(GRAPH_POLICY_CONFIG)),
                    getString(GRAPH_TEMPLATE_CONFIG),
                    graph,
                    choice(TemporalStatement.class, getString(TEMPORAL_STATEMENT_CONFIG)),
                    choice(ElementType.class, getString(ELEMENT_TYPE_CONFIG)));
        } catch (IllegalArgumentException e) {
            // The message begins with the name of the option, without the prefix.
            throw new ConfigException(PREFIX + e.getMessage());
        }
    }

    private static IRI absolute(String iri) {
        if (!GraphSettings.isAbsoluteIri(iri)) {
            throw new ConfigException(GRAPH_FIXED_CONFIG, iri, "must be an absolute IRI");
        }
        return SimpleValueFactory.getInstance().createIRI(iri);
    }

    /** The value of a choice that a configuration writes so. */
    static <E extends Enum<E>> E choice(Class<E> type, String text) {
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The values of a choice as they are written in a configuration. */
    static String[] texts(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(DiffConfig::text).toArray(String[]::new);
    }

    /** A value of a choice as it is written in a configuration. */
    static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Topic of graphs. */
    public String inputTopic() {
        return getString(INPUT_TOPIC_CONFIG);
    }

    /** Topic of patches. */
    public String outputTopic() {
        return getString(OUTPUT_TOPIC_CONFIG);
    }

    /** Replicas of the output topic where it has to be created; -1 is the broker's default. */
    public short outputReplicationFactor() {
        return getShort(OUTPUT_REPLICATION_FACTOR_CONFIG);
    }

    /** How an element becomes the state of its stream, for {@link TargetGraph#of}. */
    public GraphSettings graphSettings() {
        return settings.graph();
    }

    /** The options that go to Kafka Streams, the app's defaults for them included. Unmodifiable. */
    public Map<String, Object> streamsProperties() {
        return streamsProperties;
    }

    DiffSettings settings() {
        return settings;
    }
}
