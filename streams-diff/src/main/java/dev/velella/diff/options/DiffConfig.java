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
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Options of the diff app. The app's own options begin with {@value #PREFIX}. Every other option goes to Kafka Streams
 * unchanged, including the prefixes of Kafka Streams ({@code producer.}, {@code consumer.} and so on).
 *
 * <p>Immutable.
 */
public final class DiffConfig extends AbstractConfig {
    /** Prefix of the app's own options. */
    public static final String PREFIX = "velella.";

    /** How an application begins anew, as messages say it. */
    public static final String BEGIN_ANEW = "take another application.id (or reset this one with"
            + " kafka-streams-application-reset and delete its folder in state.dir), give it new topics to write to, and give"
            + " their sinks a new, empty store";

    /** Option for the one input topic. */
    public static final String INPUT_TOPIC_CONFIG = InputOptions.TOPIC.name();

    /** The output topic, which receives patches. */
    public static final String OUTPUT_TOPIC_CONFIG = TopicOptions.OUTPUT_TOPIC.name();

    /** Name of the option for statements about the graph name. */
    public static final String TEMPORAL_STATEMENT_CONFIG = MeaningOptions.TEMPORAL_STATEMENT.name();

    /** Application id if none is configured. */
    public static final String DEFAULT_APPLICATION_ID = "velella-diff";

    /** Option for the size of the largest record that the app sends. Kafka Streams passes it to its producers. */
    public static final String PRODUCER_MAX_REQUEST_SIZE = StreamsConfig.PRODUCER_PREFIX + LetterRoom.MAX_REQUEST_SIZE;

    /** Name of the option for the address of the health endpoint. */
    public static final String HEALTH_LISTENER_CONFIG = HealthListener.OPTION.name();

    /**
     * Size at which the producer closes a batch, in bytes after compression. Four times Kafka's default, because large
     * batches compress better. A commit sends batches that are not full.
     */
    static final int PRODUCER_BATCH_BYTES = 1 << 16;

    /** Defaults of Kafka Streams for exactly once. */
    private static final long DEFAULT_COMMIT_MS = 100;

    private static final long DEFAULT_TRANSACTION_MS = 10_000;

    private final TopicSettings topics;
    private final @Nullable HealthListener healthListener;
    private final DiffSettings settings;
    private final Map<String, Object> streamsProperties;

    /**
     * Reads and checks the options.
     *
     * @param properties options of the app and of Kafka Streams
     * @throws ConfigException if an option of the app is unknown, missing or wrong, or if options contradict each other
     */
    public DiffConfig(Map<String, ?> properties) {
        this(Resolved.of(properties));
    }

    private DiffConfig(Resolved resolved) {
        super(definition(), own(resolved.all()), false);
        Map<String, ?> properties = resolved.all();
        topics = TopicOptions.read(this);
        healthListener = HealthListener.read(this);
        long earlyCommitMs = isExactlyOnce(properties) ? StreamOptions.EARLY_COMMIT_MS.of(this) : 0;
        LetterRoom room = LetterRoom.of(properties, PRODUCER_MAX_REQUEST_SIZE, LetterRoom.MAX_REQUEST_SIZE);
        settings = readSettings(room, earlyCommitMs);
        streamsProperties = streamsPart(properties, earlyCommitMs);
        if (isExactlyOnce(properties)) {
            checkTransactions(properties);
        }
    }

    /**
     * Checks that transactions are committed before the brokers abort them. Kafka Streams itself accepts two equal times, with
     * which a busy app commits nothing, and otherwise says to make them match.
     */
    private static void checkTransactions(Map<String, ?> properties) {
        long interval = number(properties, DEFAULT_COMMIT_MS, StreamsConfig.COMMIT_INTERVAL_MS_CONFIG);
        long timeout = number(
                properties,
                DEFAULT_TRANSACTION_MS,
                StreamsConfig.PRODUCER_PREFIX + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        if (interval >= timeout) {
            throw new ConfigException(
                    StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                    interval,
                    "a transaction lasts so long under load, but the brokers abort it after " + timeout
                            + " ms; set it well"
                            + " below that, or raise " + StreamsConfig.PRODUCER_PREFIX
                            + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        }
    }

    /** The first of the options that is given; the default if none is, or if it is no number, which Kafka refuses. */
    private static long number(Map<String, ?> properties, long byDefault, String... names) {
        for (String name : names) {
            Object value = properties.get(name);
            if (value != null) {
                try {
                    return Long.parseLong(value.toString().strip());
                } catch (NumberFormatException e) {
                    return byDefault;
                }
            }
        }
        return byDefault;
    }

    /** The app's own options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        InputOptions.define(def);
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
            if (!known.contains(option) && !InputOptions.isOpen(option)) {
                List<String> near = NearNames.of(option, new TreeSet<>(known));
                // Without its value: it may be a secret for a converter.
                throw new ConfigException("unknown option " + option + "; the nearest are " + String.join(", ", near));
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
        // The app has no global thread. Without this option Kafka Streams still warns about it several times at every
        // start.
        streams.put("processing.exception.handler.global.enabled", true);
        streams.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, KnownTimestamps.class.getName());
        // Without the prefix "producer.", so that the user's value counts with the prefix and without it.
        streams.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        streams.put(ProducerConfig.BATCH_SIZE_CONFIG, PRODUCER_BATCH_BYTES);
        if (earlyCommitMs > 0) { // else a due commit waits for the end of an empty poll
            streams.put(StreamsConfig.POLL_MS_CONFIG, EarlyCommits.LOOK_MS);
        }
        if (!isStreamsProtocol(properties)) {
            streams.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, DiffClientSupplier.class.getName());
        }
        properties.forEach((option, value) -> {
            if (!option.startsWith(PREFIX) && !Resolved.isOfProviders(option)) {
                streams.put(option, value);
            }
        });
        return Collections.unmodifiableMap(streams);
    }

    private static boolean isExactlyOnce(Map<String, ?> properties) {
        Object guarantee = properties.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        return guarantee == null || guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2);
    }

    /**
     * Whether the broker assigns the tasks. If so, Kafka Streams makes its main consumer itself, and warns about client
     * suppliers.
     */
    public static boolean isStreamsProtocol(Map<String, ?> properties) {
        return GroupProtocol.STREAMS.name.equalsIgnoreCase(
                String.valueOf(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
    }

    private DiffSettings readSettings(LetterRoom room, long earlyCommitMs) {
        FrameSettings frames = FrameOptions.read(this);
        LiftSettings lift = InputOptions.readLift(this, topics.input(), frames.limits());
        if (lift != null && MeaningOptions.CHANGES.of(this) > 0) {
            throw new ConfigException(
                    MeaningOptions.CHANGES.name(),
                    MeaningOptions.CHANGES.of(this),
                    "is for an input topic of Jelly; leave it out");
        }
        return new DiffSettings(
                lift,
                InputOptions.keyTemplates(this, topics.input()),
                MeaningOptions.readGraph(this),
                MeaningOptions.readBlankNodes(this),
                MeaningOptions.readLate(this),
                MeaningOptions.CHANGES.of(this),
                MeaningOptions.LATE_MAX_FUTURE_MS.of(this),
                StreamOptions.CACHE_MAX_STATEMENTS.of(this),
                frames,
                TopicOptions.ON_ERROR.of(this),
                MeaningOptions.PATCH_HEADERS.of(this),
                MeaningOptions.NAMESPACES.of(this),
                StreamOptions.readSnapshots(this),
                StreamOptions.readSilence(this),
                room,
                earlyCommitMs);
    }

    /** The output topic, which receives patches. */
    public String outputTopic() {
        return topics.output();
    }

    /** The settings for {@link dev.velella.graph.TargetGraph#of}: how an element becomes the state of its stream. */
    public GraphSettings graphSettings() {
        return settings.graph();
    }

    /** The options for Kafka Streams, including the app's defaults. Unmodifiable. */
    public Map<String, Object> streamsProperties() {
        return streamsProperties;
    }

    /** The address of the health endpoint; null if health is not served. */
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
