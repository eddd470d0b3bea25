package dev.velella.sink.options;

import dev.velella.graph.GraphSettings;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.JellyConfigs;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.sink.options.HistoryOptions.OnLostHistory;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.targets.embedded.DirectoryOptions;
import dev.velella.sink.targets.embedded.QueryOptions;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.RetryPolicy;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Options of the sink connector. Immutable and thread-safe. */
public final class RdfSinkConfig extends AbstractConfig {
    private static final Option<String> BOOTSTRAP_SERVERS = Option.text(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)
            .check(null)
            .medium()
            .label("Brokers")
            .doc(ClusterOptions.doc(
                    "The sink refuses a compacted topic of patches, because compaction removes patches that the store needs."
                            + " It checks this when the connector is validated and when it starts; topics that match topics.regex"
                            + " later are not checked. It also asks for the ends of the partitions, for the metrics of lag, and for"
                            + " the offsets of the last snapshots (snapshot.topics)."));

    /** Option for the name of the connector, which Connect sets. Rows in the store are kept under this name. */
    public static final String NAME = "name";

    /** @param properties the connector's configuration from Connect, including its name */
    public RdfSinkConfig(Map<String, String> properties) {
        super(definition(), properties, false);
        problems(properties).forEach((option, problem) -> {
            throw new ConfigException(problem);
        });
    }

    /**
     * The problems of options that are right by themselves but do not fit together: option to message.
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
        TargetTypes.define(def);
        RoutingOptions.define(def);
        HistoryOptions.define(def);
        ApplyOptions.define(def);
        InputOptions.define(def);
        ChainOptions.define(def);
        new OptionGroup(def, "Cluster").add(BOOTSTRAP_SERVERS);
        new OptionGroup(def, "Records that build on others").add(JellyConfigs.STREAMS);
        JellyConfigs.defineLookBack(def);
        QueryOptions.define(def, TargetTypes.names(TargetType::isInWorker));
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

    /** Whether a store that no longer fits its topics is rebuilt. */
    public boolean rebuildsLostHistory() {
        return HistoryOptions.ON_LOST_HISTORY.of(this) == OnLostHistory.REBUILD;
    }

    /** Name of the connector in whose place this one goes on; null if there is none. */
    public @Nullable String takesOver() {
        return HistoryOptions.TAKE_OVER.orNull(this);
    }

    /** Whether the connector reads a topic. */
    public boolean reads(String topic) {
        return PatchTopics.reads(originalsStrings(), topic);
    }

    /** The advice, for messages, how to give the connector a store without anything in it. */
    public String emptyStore() {
        return target().emptyStore(this);
    }

    /** Whether each record names its store, by placeholders in the address. */
    public boolean isRouted() {
        return !target().isInWorker() && RemoteOptions.isRouted(this);
    }

    /**
     * This configuration, with the address of one store in place of the placeholders.
     *
     * @param url address of the store
     * @param updates address for its updates; null if there is no other
     */
    public RdfSinkConfig routedTo(String url, @Nullable String updates) {
        Map<String, String> properties = new HashMap<>(originalsStrings());
        RoutingOptions.names().forEach(properties::remove);
        int open = RoutingOptions.MAX_OPEN.of(this); // the stores share what one store would remember
        properties.put(RemoteOptions.CACHED_STREAMS.name(), share(RemoteOptions.CACHED_STREAMS.of(this), open));
        properties.put(ChainOptions.REPEATS_REMEMBERED.name(), share(repeatsRemembered(), open));
        properties.put(RemoteOptions.URL.name(), url);
        if (updates != null) {
            properties.put(RemoteOptions.UPDATE_URL.name(), updates);
        }
        return new RdfSinkConfig(properties);
    }

    private static String share(int all, int stores) {
        return Integer.toString(Math.min(all, Math.max(100, all / stores)));
    }

    /** The kind of the store. */
    public TargetType target() {
        return TargetTypes.named(getString(TargetType.OPTION)).orElseThrow();
    }

    /** The advice, for messages, how to give the connector an empty store. */
    public String anotherStore() {
        return anotherStore(target());
    }

    /** Like {@link #anotherStore()}, for a kind of target. */
    public static String anotherStore(TargetType target) {
        return "another " + target.placeOption() + ", with " + HistoryOptions.ON_LOST_HISTORY.name() + "=rebuild";
    }

    /** Group id of the connector's consumer. */
    public String consumerGroup() {
        Object own = originals().get("consumer.override.group.id");
        return own == null ? "connect-" + connectorName() : own.toString();
    }

    /**
     * Kind and place of the store, for logs.
     *
     * @throws ConfigException if the configuration names no place
     */
    public String describeTarget() {
        return target().name() + " " + target().place(this);
    }

    /** The value of this option, in ms. */
    public long checkpointIntervalMs() {
        return DirectoryOptions.checkpointIntervalMs(this);
    }

    /** How long and how often the task retries if a store or a cluster is out of reach. */
    public RetryPolicy retryPolicy() {
        return RemoteOptions.retryPolicy(this);
    }

    public int batchMaxRecords() {
        return ApplyOptions.BATCH_MAX_RECORDS.of(this);
    }

    /** The value of this option, in ms. */
    public long putMaxMs() {
        return ApplyOptions.PUT_MAX_MS.of(this);
    }

    public int batchMaxOperations() {
        return ApplyOptions.BATCH_MAX_OPERATIONS.of(this);
    }

    public long batchMaxBytes() {
        return ApplyOptions.BATCH_MAX_BYTES.of(this);
    }

    /** The value of this option, in ms. */
    public long batchMaxMs() {
        return ApplyOptions.BATCH_MAX_MS.of(this);
    }

    public long bulkMaxBytes() {
        return ApplyOptions.BULK_MAX_BYTES.of(this);
    }

    /** Maximum number of records in a poll of the consumer, as far as the connector's configuration tells. */
    public int maxPollRecords() {
        Object own = originals().get("consumer.override.max.poll.records");
        try {
            return own == null
                    ? ConsumerConfig.DEFAULT_MAX_POLL_RECORDS
                    : Integer.parseInt(own.toString().strip());
        } catch (NumberFormatException e) {
            return ConsumerConfig.DEFAULT_MAX_POLL_RECORDS; // Kafka reports the error when the consumer is made
        }
    }

    /** Format of values without the header {@code content-type}: {@code jelly}, or a format of documents. */
    public String inputFormat() {
        return InputOptions.INPUT_FORMAT.of(this);
    }

    public InputOptions.OnGraph onGraph() {
        return InputOptions.ON_GRAPH.of(this);
    }

    public InputOptions.BlankNodes blankNodes() {
        return InputOptions.BLANK_NODES.of(this);
    }

    /**
     * The settings for the graph of a stream.
     *
     * @throws ConfigException if options contradict each other
     */
    public GraphSettings graphSettings() {
        return InputOptions.GRAPH.read(this);
    }

    public ChainOptions.OnChainBreak onChainBreak() {
        return ChainOptions.ON_CHAIN_BREAK.of(this);
    }

    /**
     * Topics of snapshots.
     *
     * @throws ConfigException if the option has another form
     */
    public SnapshotTopics snapshotTopics() {
        Object topics = originals().get(PatchTopics.TOPICS);
        boolean readsOneTopic = topics != null && !topics.toString().contains(",");
        return SnapshotTopics.of(SnapshotTopics.pairs(originals()), readsOneTopic);
    }

    public int repeatsRemembered() {
        return ChainOptions.REPEATS_REMEMBERED.of(this);
    }

    /** Most codec streams whose state the task keeps itself. */
    public int maxStreams() {
        return JellyConfigs.STREAMS.of(this);
    }

    /** How much look-back may read. */
    public LookBackLimits lookBackLimits() {
        return JellyConfigs.lookBackLimits(this);
    }
}
