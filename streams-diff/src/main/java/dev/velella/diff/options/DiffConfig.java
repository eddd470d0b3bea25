package dev.velella.diff.options;

import dev.velella.diff.streams.DiffClientSupplier;
import dev.velella.diff.streams.EarlyCommits;
import dev.velella.diff.streams.KnownTimestamps;
import dev.velella.diff.streams.StateFolder;
import dev.velella.graph.GraphSettings;
import dev.velella.letter.LetterRoom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;
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
    public static final String INPUT_TOPIC_CONFIG = TopicOptions.INPUT_TOPIC.name();

    /** Topic of patches. */
    public static final String OUTPUT_TOPIC_CONFIG = TopicOptions.OUTPUT_TOPIC.name();

    /** Statements about the graph name. */
    public static final String TEMPORAL_STATEMENT_CONFIG = MeaningOptions.TEMPORAL_STATEMENT.name();

    /** Application id used unless another is configured. */
    public static final String DEFAULT_APPLICATION_ID = "velella-diff";

    /** Size of the largest record that the app sends, as Kafka Streams hands it to its producers. */
    public static final String PRODUCER_MAX_REQUEST_SIZE = StreamsConfig.PRODUCER_PREFIX + LetterRoom.MAX_REQUEST_SIZE;

    /** Where health is served. */
    public static final String HEALTH_LISTENER_CONFIG = HealthListener.OPTION.name();

    private final TopicSettings topics;
    private final @Nullable HealthListener healthListener;
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
        topics = TopicOptions.read(this);
        healthListener = HealthListener.read(this);
        long earlyCommitMs = isExactlyOnce(properties) ? StreamOptions.EARLY_COMMIT_MS.of(this) : 0;
        LetterRoom room = LetterRoom.of(properties, PRODUCER_MAX_REQUEST_SIZE, LetterRoom.MAX_REQUEST_SIZE);
        settings = readSettings(room, earlyCommitMs);
        streamsProperties = streamsPart(properties, earlyCommitMs);
    }

    /** The app's own options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        TopicOptions.define(def);
        MeaningOptions.define(def);
        StreamOptions.define(def);
        FrameOptions.define(def);
        HealthListener.define(def);
        return def;
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

    private static Map<String, Object> streamsPart(Map<String, ?> properties, long earlyCommitMs) {
        Map<String, Object> streams = new LinkedHashMap<>();
        streams.put(StreamsConfig.APPLICATION_ID_CONFIG, DEFAULT_APPLICATION_ID);
        streams.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        streams.put(StreamsConfig.STATE_DIR_CONFIG, StateFolder.standard().toString());
        // There is no global thread here; unless this is set, Kafka Streams warns of it several times at every start.
        streams.put("processing.exception.handler.global.enabled", true);
        streams.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, KnownTimestamps.class.getName());
        if (earlyCommitMs > 0) { // else a commit that is due waits for the end of a poll that brings nothing
            streams.put(StreamsConfig.POLL_MS_CONFIG, EarlyCommits.LOOK_MS);
        }
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

    private static boolean isExactlyOnce(Map<String, ?> properties) {
        Object guarantee = properties.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        return guarantee == null || guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2);
    }

    /** Whether the broker assigns the tasks; Kafka Streams then makes its main consumer itself, and warns of suppliers. */
    private static boolean isStreamsProtocol(Map<String, ?> properties) {
        return GroupProtocol.STREAMS.name.equalsIgnoreCase(
                String.valueOf(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
    }

    private DiffSettings readSettings(LetterRoom room, long earlyCommitMs) {
        return new DiffSettings(
                MeaningOptions.readGraph(this),
                MeaningOptions.readBlankNodes(this),
                MeaningOptions.LATE.of(this),
                MeaningOptions.LATE_MAX_FUTURE_MS.of(this),
                StreamOptions.CACHE_MAX_STATEMENTS.of(this),
                StreamOptions.STATE_DELTA_RATIO.of(this),
                FrameOptions.read(this),
                TopicOptions.ON_ERROR.of(this),
                MeaningOptions.PATCH_HEADERS.of(this),
                MeaningOptions.NAMESPACES.of(this),
                StreamOptions.readSnapshots(this),
                StreamOptions.readSilence(this),
                room,
                earlyCommitMs);
    }

    /** Topic of graphs. */
    public String inputTopic() {
        return topics.input();
    }

    /** Topic of patches. */
    public String outputTopic() {
        return topics.output();
    }

    /** How an element becomes the state of its stream, for {@link dev.velella.graph.TargetGraph#of}. */
    public GraphSettings graphSettings() {
        return settings.graph();
    }

    /** The options that go to Kafka Streams, the app's defaults for them included. Unmodifiable. */
    public Map<String, Object> streamsProperties() {
        return streamsProperties;
    }

    /** Null where health is not served. */
    @Nullable
    public HealthListener healthListener() {
        return healthListener;
    }

    public TopicSettings topics() {
        return topics;
    }

    public DiffSettings settings() {
        return settings;
    }
}
