package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
import dev.velella.converter.JellyConverter;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Options of the sink connector. Immutable and thread-safe. */
public final class RdfSinkConfig extends AbstractConfig {
    /** Kind of store. */
    public static final String TARGET_CONFIG = "target";

    private static final String TARGET_DOC =
            "Kind of store that patches are applied to. 'memory': an RDF4J MemoryStore in this"
                    + " worker that writes its file at every checkpoint; about 310 bytes of heap per statement, so up to about"
                    + " 3 million statements.";

    /** Directory of the store. */
    public static final String TARGET_DIR_CONFIG = "target.dir";

    private static final String TARGET_DIR_DOC =
            "Directory of the store. It is made where it does not exist; one directory"
                    + " serves one connector. The store, not the consumer group, knows where to go on: an empty directory means"
                    + " the beginning of the topics.";

    /** Time between checkpoints, in ms. */
    public static final String CHECKPOINT_INTERVAL_MS_CONFIG = "checkpoint.interval.ms";

    private static final String CHECKPOINT_INTERVAL_MS_DOC =
            "Time between the end of a checkpoint and the next one, in ms. What"
                    + " was applied since the last checkpoint is lost in a crash of the worker and read again from Kafka. A"
                    + " checkpoint rewrites the whole file, so it takes longer the more statements there are.";

    /** Wait for a directory in use. */
    public static final String LOCK_TIMEOUT_MS_CONFIG = "target.lock.timeout.ms";

    private static final String LOCK_TIMEOUT_MS_DOC =
            "How long a starting task waits while another task or process still has the store's directory, in ms: the"
                    + " worker may start a task anew before the one that it gave up has ended.";

    /** Most records in one transaction. */
    public static final String BATCH_MAX_RECORDS_CONFIG = "batch.max.records";

    private static final String BATCH_MAX_RECORDS_DOC =
            "Most records applied in one transaction. A transaction never holds more"
                    + " than one poll of the consumer brings (consumer.override.max.poll.records, 500 by default).";

    /** Number of operations that ends a transaction. */
    public static final String BATCH_MAX_OPERATIONS_CONFIG = "batch.max.operations";

    private static final String BATCH_MAX_OPERATIONS_DOC =
            "A transaction ends with the record whose adds and deletes, together"
                    + " with those before it, reach this number.";

    /** What to do with a patch that does not follow. */
    public static final String ON_CHAIN_BREAK_CONFIG = "on.chain.break";

    private static final String ON_CHAIN_BREAK_DOC =
            "What to do with a patch that does not follow the last one of its stream, or"
                    + " does not lead to the state it announces. 'fail': the task fails; what came before the patch stays"
                    + " applied.";

    /** Longest time between key frames, in ms. */
    public static final String KEY_FRAME_INTERVAL_MS_CONFIG = "jelly.key.frame.interval.ms";

    private static final String KEY_FRAME_INTERVAL_MS_DOC =
            "Longest time from one key frame of a stream of records to the next, in ms: at least the option of this name of"
                    + " every writer to the topics. A stream that was silent for longer goes on with a key frame, so a"
                    + " starting task need not read its last records again. Where it is too short, a starting task goes"
                    + " back a second time for the streams that it missed.";

    /** Most streams per partition. */
    public static final String LIMITS_STREAMS_CONFIG = "limits.streams";

    private static final String LIMITS_STREAMS_DOC =
            "Most streams of records of which the place of the last key frame is kept, in each partition; of more, the one"
                    + " silent longest is forgotten, and a starting task goes back a second time for it. Where values"
                    + " come as bytes (ByteArrayConverter), also the most streams whose codec state is kept.";

    /** Most rewinds. */
    public static final String REWIND_MAX_PER_MINUTE_CONFIG = "rewind.max.per.minute";

    private static final String REWIND_MAX_PER_MINUTE_DOC =
            "How often in a minute a partition is read again from further back because the codec state of a record is"
                    + " missing. More fails the task: somebody floods the topic with records that have no key frame. Has"
                    + " an effect only with value.converter.jelly.on.missing.state=envelope; without it the converter fails"
                    + " the task at once.";

    /** Whether the store can be queried over HTTP. */
    public static final String ENDPOINT_ENABLED_CONFIG = "sparql.endpoint.enabled";

    private static final String ENDPOINT_ENABLED_DOC =
            "Whether the store can be queried over HTTP: SPARQL 1.1 Protocol at"
                    + " /sparql, read-only and without authentication; figures at /status; a query form at /.";

    /** Address of the endpoint. */
    public static final String ENDPOINT_BIND_CONFIG = "sparql.endpoint.bind";

    private static final String ENDPOINT_BIND_DOC =
            "Address on which the endpoint listens. Any other than a loopback address"
                    + " opens the whole store to the network.";

    /** Port of the endpoint. */
    public static final String ENDPOINT_PORT_CONFIG = "sparql.endpoint.port";

    private static final String ENDPOINT_PORT_DOC =
            "Port on which the endpoint listens; 0 takes a free one, named in the log.";

    /** Longest time for a request, in ms. */
    public static final String ENDPOINT_TIMEOUT_MS_CONFIG = "sparql.endpoint.timeout.ms";

    private static final String ENDPOINT_TIMEOUT_MS_DOC =
            "Longest time for a request from its first byte to the last byte of the answer, in ms.";

    private static final String BOOTSTRAP_SERVERS_DOC = ClusterOptions.doc(
            "The sink looks whether a topic of patches is compacted, when the connector is validated and when it starts,"
                    + " and refuses it: compaction removes patches that the store must not miss. Topics that come to"
                    + " match topics.regex later are not looked at.");

    /** Name of the connector, given by Connect; rows in the store are kept under it. */
    static final String NAME = "name";

    /** What our converter does with a record without codec state. */
    private static final String ON_MISSING_STATE = "value.converter.jelly.on.missing.state";

    private static final String GROUP_TARGET = "Target";
    private static final String GROUP_APPLY = "Applying";
    private static final String GROUP_CLUSTER = "Cluster";
    private static final String GROUP_KEY_FRAMES = "Key frames";
    private static final String GROUP_ENDPOINT = "SPARQL endpoint";
    private static final List<String> ENDPOINT_OPTIONS =
            List.of(ENDPOINT_BIND_CONFIG, ENDPOINT_PORT_CONFIG, ENDPOINT_TIMEOUT_MS_CONFIG);

    /** @param properties the connector's configuration as Connect hands it over, its name included */
    public RdfSinkConfig(Map<String, String> properties) {
        super(definition(), properties, false);
    }

    /** Definition of all options. */
    public static ConfigDef definition() {
        ConfigDef definition = new ConfigDef();
        defineTarget(definition);
        defineApplying(definition);
        defineCluster(definition);
        defineKeyFrames(definition);
        defineEndpoint(definition);
        return definition;
    }

    private static void defineTarget(ConfigDef definition) {
        definition
                .define(
                        TARGET_CONFIG,
                        Type.STRING,
                        "memory",
                        ValidString.in("memory"),
                        Importance.HIGH,
                        TARGET_DOC,
                        GROUP_TARGET,
                        1,
                        Width.SHORT,
                        "Target")
                .define(
                        TARGET_DIR_CONFIG,
                        Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new ConfigDef.NonEmptyString(),
                        Importance.HIGH,
                        TARGET_DIR_DOC,
                        GROUP_TARGET,
                        2,
                        Width.LONG,
                        "Directory")
                .define(
                        CHECKPOINT_INTERVAL_MS_CONFIG,
                        Type.LONG,
                        5_000L,
                        Range.atLeast(0),
                        Importance.MEDIUM,
                        CHECKPOINT_INTERVAL_MS_DOC,
                        GROUP_TARGET,
                        3,
                        Width.SHORT,
                        "Checkpoint interval (ms)")
                .define(
                        LOCK_TIMEOUT_MS_CONFIG,
                        Type.LONG,
                        30_000L,
                        Range.atLeast(0),
                        Importance.LOW,
                        LOCK_TIMEOUT_MS_DOC,
                        GROUP_TARGET,
                        4,
                        Width.SHORT,
                        "Wait for the directory (ms)");
    }

    private static void defineApplying(ConfigDef definition) {
        definition
                .define(
                        BATCH_MAX_RECORDS_CONFIG,
                        Type.INT,
                        1_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        BATCH_MAX_RECORDS_DOC,
                        GROUP_APPLY,
                        1,
                        Width.SHORT,
                        "Most records per transaction")
                .define(
                        BATCH_MAX_OPERATIONS_CONFIG,
                        Type.INT,
                        100_000,
                        Range.atLeast(1),
                        Importance.LOW,
                        BATCH_MAX_OPERATIONS_DOC,
                        GROUP_APPLY,
                        2,
                        Width.SHORT,
                        "Most operations per transaction")
                .define(
                        ON_CHAIN_BREAK_CONFIG,
                        Type.STRING,
                        "fail",
                        ValidString.in("fail"),
                        Importance.MEDIUM,
                        ON_CHAIN_BREAK_DOC,
                        GROUP_APPLY,
                        3,
                        Width.SHORT,
                        "On chain break");
    }

    private static void defineCluster(ConfigDef definition) {
        definition.define(
                ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                Type.STRING,
                null,
                null,
                Importance.MEDIUM,
                BOOTSTRAP_SERVERS_DOC,
                GROUP_CLUSTER,
                1,
                Width.LONG,
                "Brokers");
    }

    private static void defineKeyFrames(ConfigDef definition) {
        definition
                .define(
                        KEY_FRAME_INTERVAL_MS_CONFIG,
                        Type.LONG,
                        KeyFrameInterval.DEFAULT.ms(),
                        Range.atLeast(1),
                        Importance.MEDIUM,
                        KEY_FRAME_INTERVAL_MS_DOC,
                        GROUP_KEY_FRAMES,
                        1,
                        Width.SHORT,
                        "Key-frame interval (ms)")
                .define(
                        LIMITS_STREAMS_CONFIG,
                        Type.INT,
                        StreamLimits.DEFAULT.streams(),
                        Range.atLeast(1),
                        Importance.LOW,
                        LIMITS_STREAMS_DOC,
                        GROUP_KEY_FRAMES,
                        2,
                        Width.SHORT,
                        "Most streams")
                .define(
                        REWIND_MAX_PER_MINUTE_CONFIG,
                        Type.INT,
                        120,
                        Range.atLeast(1),
                        Importance.LOW,
                        REWIND_MAX_PER_MINUTE_DOC,
                        GROUP_KEY_FRAMES,
                        3,
                        Width.SHORT,
                        "Most rewinds per minute");
    }

    private static void defineEndpoint(ConfigDef definition) {
        definition
                .define(
                        ENDPOINT_ENABLED_CONFIG,
                        Type.BOOLEAN,
                        false,
                        null,
                        Importance.MEDIUM,
                        ENDPOINT_ENABLED_DOC,
                        GROUP_ENDPOINT,
                        1,
                        Width.SHORT,
                        "Enabled",
                        ENDPOINT_OPTIONS)
                .define(
                        ENDPOINT_BIND_CONFIG,
                        Type.STRING,
                        "127.0.0.1",
                        new ConfigDef.NonEmptyString(),
                        Importance.LOW,
                        ENDPOINT_BIND_DOC,
                        GROUP_ENDPOINT,
                        2,
                        Width.MEDIUM,
                        "Bind address")
                .define(
                        ENDPOINT_PORT_CONFIG,
                        Type.INT,
                        7878,
                        Range.between(0, 65_535),
                        Importance.MEDIUM,
                        ENDPOINT_PORT_DOC,
                        GROUP_ENDPOINT,
                        3,
                        Width.SHORT,
                        "Port")
                .define(
                        ENDPOINT_TIMEOUT_MS_CONFIG,
                        Type.LONG,
                        30_000L,
                        Range.atLeast(1),
                        Importance.LOW,
                        ENDPOINT_TIMEOUT_MS_DOC,
                        GROUP_ENDPOINT,
                        4,
                        Width.SHORT,
                        "Request timeout (ms)");
    }

    /**
     * Why a directory cannot hold a store; empty if it can. Looks only: the directory is made when the task starts.
     *
     * @param directory value of {@code target.dir}
     */
    static Optional<String> directoryFault(String directory) {
        Path path;
        try {
            path = Path.of(directory).toAbsolutePath();
        } catch (InvalidPathException e) {
            return Optional.of("not a path: " + e.getMessage());
        }
        Path existing = path;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing)) {
            return Optional.of(
                    existing == null ? "no part of the path exists" : existing + " exists and is not a directory");
        }
        return Files.isWritable(existing)
                ? Optional.empty()
                : Optional.of(existing + " is not writable for the worker's user");
    }

    /**
     * Why a converter would fail the task where the task can help itself; empty if it does not, or is not set in the
     * connector's configuration.
     *
     * @param properties the connector's configuration
     */
    static Optional<String> converterFault(Map<String, String> properties) {
        boolean ours = JellyConverter.class.getName().equals(properties.get("value.converter"));
        String policy = properties.get(ON_MISSING_STATE);
        return !ours || "envelope".equalsIgnoreCase(policy)
                ? Optional.empty()
                : Optional.of(ON_MISSING_STATE + " is " + (policy == null ? "not set" : policy)
                        + ": a record whose codec state is missing fails the task; set it to envelope, and the task reads"
                        + " the partition again from the key frame on");
    }

    /**
     * Name of the connector.
     *
     * @throws ConfigException if Connect did not give one
     */
    String connectorName() {
        Object name = originals().get(NAME);
        if (name == null) {
            throw new ConfigException("missing '" + NAME + "': the store keeps offsets under the connector's name");
        }
        return name.toString();
    }

    Path targetDirectory() {
        return Path.of(getString(TARGET_DIR_CONFIG)).toAbsolutePath();
    }

    /** In ms. */
    long checkpointIntervalMs() {
        return getLong(CHECKPOINT_INTERVAL_MS_CONFIG);
    }

    Duration lockTimeout() {
        return Duration.ofMillis(getLong(LOCK_TIMEOUT_MS_CONFIG));
    }

    int batchMaxRecords() {
        return getInt(BATCH_MAX_RECORDS_CONFIG);
    }

    int batchMaxOperations() {
        return getInt(BATCH_MAX_OPERATIONS_CONFIG);
    }

    /** In ms. */
    long keyFrameIntervalMs() {
        return getLong(KEY_FRAME_INTERVAL_MS_CONFIG);
    }

    int maxStreams() {
        return getInt(LIMITS_STREAMS_CONFIG);
    }

    int rewindMaxPerMinute() {
        return getInt(REWIND_MAX_PER_MINUTE_CONFIG);
    }

    boolean endpointEnabled() {
        return getBoolean(ENDPOINT_ENABLED_CONFIG);
    }

    String endpointBind() {
        return getString(ENDPOINT_BIND_CONFIG);
    }

    int endpointPort() {
        return getInt(ENDPOINT_PORT_CONFIG);
    }

    /** In ms. */
    long endpointTimeoutMs() {
        return getLong(ENDPOINT_TIMEOUT_MS_CONFIG);
    }
}
