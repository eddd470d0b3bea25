package dev.velella.sink.options;

import dev.velella.cluster.ClusterOptions;
import dev.velella.graph.GraphSettings;
import dev.velella.options.OptionGroup;
import dev.velella.options.Spelling;
import dev.velella.sink.options.HistoryOptions.OnLostHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Options of the sink connector. Immutable and thread-safe. */
public final class RdfSinkConfig extends AbstractConfig {
    private static final String BOOTSTRAP_SERVERS_DOC = ClusterOptions.doc(
            "The sink looks whether a topic of patches is compacted, when the connector is validated and when it starts,"
                    + " and refuses it: compaction removes patches that the store must not miss. Topics that come to"
                    + " match topics.regex later are not looked at. It also asks how long the partitions are, for the"
                    + " metrics of lag, and where the last snapshots stand (snapshot.topics).");

    /** Why an embedded store cannot be opened without one. */
    public static final String MISSING_DIRECTORY =
            TargetOptions.TARGET_DIR_CONFIG + " is missing: a store in the worker needs a directory";

    /** Name of the connector, given by Connect; rows in the store are kept under it. */
    public static final String NAME = "name";

    /** @param properties the connector's configuration as Connect hands it over, its name included */
    public RdfSinkConfig(Map<String, String> properties) {
        super(definition(), properties, false);
        problems(properties).forEach((option, problem) -> {
            throw new ConfigException(problem);
        });
    }

    /**
     * What is wrong with options that each by itself are right: option to message.
     *
     * @param properties the connector's configuration
     */
    static Map<String, String> problems(Map<String, String> properties) {
        return InputChecks.problems(properties);
    }

    /** Definition of all options. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        TargetOptions.define(def);
        LmdbOptions.define(def);
        HistoryOptions.define(def);
        RemoteOptions.define(def);
        ApplyOptions.define(def);
        InputOptions.define(def);
        ChainOptions.define(def);
        new OptionGroup(def, "Cluster")
                .add(
                        ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                        Type.STRING,
                        null,
                        null,
                        Importance.MEDIUM,
                        BOOTSTRAP_SERVERS_DOC,
                        "Brokers");
        KeyFrameOptions.define(def);
        QueryOptions.define(def);
        return def;
    }

    /**
     * Name of the connector.
     *
     * @throws ConfigException if Connect did not give one
     */
    public String connectorName() {
        Object name = originals().get(NAME);
        if (name == null) {
            throw new ConfigException("missing '" + NAME + "': the store keeps offsets under the connector's name");
        }
        return name.toString();
    }

    /** Whether a store that cannot go on is built anew. */
    public boolean rebuildsLostHistory() {
        return Spelling.constant(OnLostHistory.class, getString(HistoryOptions.ON_LOST_HISTORY_CONFIG))
                == OnLostHistory.REBUILD;
    }

    /** What an empty store is given by, as messages advise it. */
    public String anotherStore() {
        return anotherStore(isRemote());
    }

    /** As the other, without the rest of the configuration. */
    public static String anotherStore(boolean isRemote) {
        return "another " + (isRemote ? RemoteOptions.URL_CONFIG : TargetOptions.TARGET_DIR_CONFIG) + ", with "
                + HistoryOptions.ON_LOST_HISTORY_CONFIG + "=rebuild";
    }

    /** Of the connector's consumer. */
    public String consumerGroup() {
        Object own = originals().get("consumer.override.group.id");
        return own == null ? "connect-" + connectorName() : own.toString();
    }

    public boolean isLmdb() {
        return TargetOptions.LMDB.equals(getString(TargetOptions.TARGET_CONFIG));
    }

    /** Whether the store is behind HTTP, so that several tasks can write to it. */
    public boolean isRemote() {
        return isRemote(getString(TargetOptions.TARGET_CONFIG));
    }

    public static boolean isRemote(@Nullable Object target) {
        return TargetOptions.HTTP.equals(target) || TargetOptions.SPARQL.equals(target);
    }

    /** Kind and place of the store, for logs. */
    public String describeTarget() {
        String place = isRemote()
                ? getString(RemoteOptions.URL_CONFIG)
                : targetDirectory().toString();
        int query = place.indexOf('?');
        return getString(TargetOptions.TARGET_CONFIG) + " " + (query < 0 ? place : place.substring(0, query));
    }

    /**
     * The directory of an embedded store.
     *
     * @throws ConfigException if there is none
     */
    public Path targetDirectory() {
        if (getString(TargetOptions.TARGET_DIR_CONFIG) == null) {
            throw new ConfigException(MISSING_DIRECTORY);
        }
        return Path.of(getString(TargetOptions.TARGET_DIR_CONFIG)).toAbsolutePath();
    }

    /** In ms. */
    public long checkpointIntervalMs() {
        return getLong(TargetOptions.CHECKPOINT_INTERVAL_MS_CONFIG);
    }

    public Duration lockTimeout() {
        return Duration.ofMillis(getLong(TargetOptions.LOCK_TIMEOUT_MS_CONFIG));
    }

    /** Time without an answer of the store after which the log says so. */
    public Duration waitLog() {
        return Duration.ofMillis(getLong(TargetOptions.WAIT_LOG_MS_CONFIG));
    }

    /** What a task does if its store goes on not to answer, as sentences. */
    public String whatNextWithoutAnswer() {
        if (!isRemote()) {
            return "It goes on when that is done. Kafka is told only what is durable, so nothing is lost";
        }
        return "A request without an answer is given up after " + getInt(RemoteOptions.REQUEST_TIMEOUT_MS_CONFIG)
                + " ms ("
                + RemoteOptions.REQUEST_TIMEOUT_MS_CONFIG + ") and tried again; the task fails if that goes on for "
                + getLong(RemoteOptions.RETRY_TIMEOUT_MS_CONFIG) + " ms (" + RemoteOptions.RETRY_TIMEOUT_MS_CONFIG
                + "). Kafka is told only what the store has, so nothing is lost";
    }

    public int batchMaxRecords() {
        return getInt(ApplyOptions.BATCH_MAX_RECORDS_CONFIG);
    }

    /** In ms. */
    public long putMaxMs() {
        return getLong(ApplyOptions.PUT_MAX_MS_CONFIG);
    }

    public int batchMaxOperations() {
        return getInt(ApplyOptions.BATCH_MAX_OPERATIONS_CONFIG);
    }

    public long batchMaxBytes() {
        return getLong(ApplyOptions.BATCH_MAX_BYTES_CONFIG);
    }

    /** In ms. */
    public long batchMaxMs() {
        return getLong(ApplyOptions.BATCH_MAX_MS_CONFIG);
    }

    public long bulkMaxBytes() {
        return getLong(ApplyOptions.BULK_MAX_BYTES_CONFIG);
    }

    /** How many records a poll of the consumer brings at most, as far as the connector's configuration tells. */
    public int maxPollRecords() {
        Object own = originals().get("consumer.override.max.poll.records");
        try {
            return own == null
                    ? ConsumerConfig.DEFAULT_MAX_POLL_RECORDS
                    : Integer.parseInt(own.toString().strip());
        } catch (NumberFormatException e) {
            return ConsumerConfig.DEFAULT_MAX_POLL_RECORDS; // Kafka's own error comes when the consumer is made
        }
    }

    /** Format of values without a header that names it: {@code jelly}, or a format of documents. */
    public String inputFormat() {
        return getString(InputOptions.INPUT_FORMAT_CONFIG);
    }

    public InputOptions.OnGraph onGraph() {
        return Spelling.constant(InputOptions.OnGraph.class, getString(InputOptions.ON_GRAPH_CONFIG));
    }

    public InputOptions.BlankNodes blankNodes() {
        return Spelling.constant(InputOptions.BlankNodes.class, getString(InputOptions.BLANK_NODES_CONFIG));
    }

    /**
     * Which graph a stream has.
     *
     * @throws ConfigException if options contradict each other
     */
    public GraphSettings graphSettings() {
        return InputOptions.GRAPH.read(this);
    }

    public ChainOptions.OnChainBreak onChainBreak() {
        return Spelling.constant(ChainOptions.OnChainBreak.class, getString(ChainOptions.ON_CHAIN_BREAK_CONFIG));
    }

    /**
     * Topics of snapshots.
     *
     * @throws ConfigException if the option has another form
     */
    public SnapshotTopics snapshotTopics() {
        Object topics = originals().get(PatchTopics.TOPICS);
        boolean readsOneTopic = topics != null && !topics.toString().contains(",");
        return SnapshotTopics.of(getList(ChainOptions.SNAPSHOT_TOPICS_CONFIG), readsOneTopic);
    }

    public int repeatsRemembered() {
        return getInt(ChainOptions.REPEATS_REMEMBERED_CONFIG);
    }

    /** In ms. */
    public long keyFrameIntervalMs() {
        return getLong(KeyFrameOptions.KEY_FRAME_INTERVAL_MS_CONFIG);
    }

    public int maxStreams() {
        return getInt(KeyFrameOptions.LIMITS_STREAMS_CONFIG);
    }

    public int rewindMaxPerMinute() {
        return getInt(KeyFrameOptions.REWIND_MAX_PER_MINUTE_CONFIG);
    }

    public boolean endpointEnabled() {
        return getBoolean(QueryOptions.ENDPOINT_ENABLED_CONFIG);
    }

    public String endpointBind() {
        return getString(QueryOptions.ENDPOINT_BIND_CONFIG);
    }

    public int endpointPort() {
        return getInt(QueryOptions.ENDPOINT_PORT_CONFIG);
    }

    /** In ms. */
    public long endpointTimeoutMs() {
        return getLong(QueryOptions.ENDPOINT_TIMEOUT_MS_CONFIG);
    }

    /** In ms. */
    public long endpointStateTimeoutMs() {
        return getLong(QueryOptions.ENDPOINT_STATE_TIMEOUT_MS_CONFIG);
    }

    /** In ms. */
    public long endpointHoldMs() {
        return getLong(QueryOptions.ENDPOINT_HOLD_MS_CONFIG);
    }

    public long endpointMemoryBytes() {
        return getLong(QueryOptions.ENDPOINT_MEMORY_BYTES_CONFIG);
    }

    public List<String> endpointOrigins() {
        return getList(QueryOptions.ENDPOINT_ORIGINS_CONFIG);
    }
}
