package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
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

    private static final String GROUP_TARGET = "Target";
    private static final String GROUP_APPLY = "Applying";
    private static final String GROUP_CLUSTER = "Cluster";
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
