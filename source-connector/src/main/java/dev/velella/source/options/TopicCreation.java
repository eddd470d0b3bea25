package dev.velella.source.options;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates topics that do not exist, as the options defined here say. Immutable. */
public final class TopicCreation {
    public static final Option<Boolean> TOPIC_CREATE = Option.flag("topic.create", false)
            .medium()
            .label("Create topics")
            .doc("Whether the connector creates the topic before the first record, if it does not"
                    + " exist. A new topic gets topic.partitions partitions and topic.replication.factor replicas (without"
                    + " these options, the defaults of the brokers) and cleanup.policy=delete. Any other setting of the topic"
                    + " can be given with topic.config. before its name, for example topic.config.retention.ms. A topic that"
                    + " exists is not changed. Needs kafka.bootstrap.servers, and the right to Create.");
    private static final Option<Integer> TOPIC_REPLICATION_FACTOR = Option.number("topic.replication.factor")
            .check(OptionValidators.replicas())
            .medium()
            .label("Replicas of the topic")
            .doc(
                    "The number of replicas of each partition of a topic that the connector creates. Without this option, the"
                            + " default of the brokers.");

    /** Prefix of the settings of a new topic. */
    static final String TOPIC_CONFIG_PREFIX = "topic.config.";

    /** Option of Connect. With it the worker creates missing topics of the connector. */
    private static final String WORKERS_REPLICAS = "topic.creation.default.replication.factor";

    private static final Logger log = LoggerFactory.getLogger(TopicCreation.class);

    private final Optional<Integer> partitions;
    private final Optional<Short> replicas;
    private final Map<String, String> configs = new HashMap<>();

    private TopicCreation(Map<String, ?> values, Map<String, String> properties) {
        partitions = Optional.ofNullable(RdfSourceConfig.TOPIC_PARTITIONS.in(values));
        replicas = Optional.ofNullable(TOPIC_REPLICATION_FACTOR.in(values)).map(Integer::shortValue);
        configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        properties.forEach((name, value) -> {
            if (name.startsWith(TOPIC_CONFIG_PREFIX)) {
                configs.put(name.substring(TOPIC_CONFIG_PREFIX.length()), value);
            }
        });
    }

    /** Adds the options to a group. */
    static void define(OptionGroup group) {
        group.add(TOPIC_CREATE, TOPIC_REPLICATION_FACTOR);
    }

    /**
     * Finds options that do not go together. The map's keys are options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    static Map<String, String> problems(Map<String, ?> values) {
        return Boolean.TRUE.equals(TOPIC_CREATE.in(values)) && !ClusterOptions.isGiven(values)
                ? Map.of(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, "is needed with " + TOPIC_CREATE.name() + "=true")
                : Map.of();
    }

    /**
     * Creates an instance from the options; null if the connector must not create topics.
     *
     * @param values parsed options
     * @param properties the same options, unparsed, and further options without a definition
     */
    public static @Nullable TopicCreation of(Map<String, ?> values, Map<String, String> properties) {
        return Boolean.TRUE.equals(TOPIC_CREATE.in(values)) ? new TopicCreation(values, properties) : null;
    }

    /** Asks the cluster whether the topic for elements could be created. Creates nothing. */
    public void check(ClusterAccess cluster, String topic, Duration timeout) {
        cluster.tryCreate(elements(topic), timeout);
    }

    /**
     * Creates the topic for elements, with its partitions and configuration, unless it exists. An existing topic is not
     * changed; the log tells how its settings differ from these options.
     *
     * @throws ClusterAccessException if the cluster does not answer or refuses
     */
    public void createElements(ClusterAccess cluster, String topic, Duration timeout) {
        if (create(cluster, elements(topic), timeout)) {
            return;
        }
        Map<String, String> others = cluster.otherSettings(topic, configs, timeout);
        if (!others.isEmpty()) {
            log.warn(
                    "Topic {} exists, and its settings stay as they are: {}. By {}* they would be {}. Change the topic"
                            + " (kafka-configs.sh --alter --entity-type topics --entity-name {} --add-config …) or the options",
                    topic,
                    others,
                    TOPIC_CONFIG_PREFIX,
                    wanted(others.keySet()),
                    topic);
        }
    }

    private Map<String, String> wanted(Set<String> names) {
        Map<String, String> wanted = new TreeMap<>(configs);
        wanted.keySet().retainAll(names);
        return wanted;
    }

    /**
     * The reason why there can be no dead letters: their topic does not exist, and the cluster would not create it.
     * Empty if there can be. Creates nothing.
     *
     * @param values parsed options
     * @param properties the same options, unparsed, and options of Connect
     * @throws ClusterAccessException if the cluster does not answer
     */
    public static Optional<String> deadLettersProblem(
            ClusterAccess cluster,
            String topic,
            Map<String, ?> values,
            Map<String, String> properties,
            Duration timeout) {
        if (cluster.partitions(topic, timeout).isPresent() || isLeftToWorker(properties)) {
            return Optional.empty();
        }
        try {
            cluster.tryCreate(deadLetters(topic, values), timeout);
            return Optional.empty();
        } catch (ClusterAccessException e) {
            return Optional.of(noDeadLetters(topic, e));
        }
    }

    /**
     * Creates the topic for dead letters, unless it exists, whatever {@code topic.create} says: without the topic, the
     * first bad message would stop all that come after it. It has the brokers' default configuration and the replicas
     * that the options say.
     *
     * @param values parsed options
     * @param properties the same options, unparsed, and options of Connect
     * @throws ClusterAccessException if the cluster does not answer
     * @throws ConnectException if the topic cannot be created
     */
    public static void createDeadLetters(
            ClusterAccess cluster,
            String topic,
            Map<String, ?> values,
            Map<String, String> properties,
            Duration timeout) {
        if (cluster.partitions(topic, timeout).isPresent() || isLeftToWorker(properties)) {
            return;
        }
        try {
            cluster.create(deadLetters(topic, values), timeout);
        } catch (ClusterAccessException e) {
            throw new ConnectException(noDeadLetters(topic, e), e);
        }
        log.info("Created topic {} for dead letters", topic);
    }

    /** Whether the worker creates topics for this connector, with its own rights. */
    private static boolean isLeftToWorker(Map<String, String> properties) {
        return properties.containsKey(WORKERS_REPLICAS);
    }

    private static String noDeadLetters(String topic, ClusterAccessException why) {
        return "topic " + topic
                + " does not exist, so the first bad message would stop all others: create it, or let the"
                + " connector create it; " + why.getMessage();
    }

    private static NewTopic deadLetters(String topic, Map<String, ?> values) {
        return new NewTopic(
                        topic,
                        Optional.empty(),
                        Optional.ofNullable(TOPIC_REPLICATION_FACTOR.in(values)).map(Integer::shortValue))
                .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE));
    }

    private NewTopic elements(String topic) {
        return new NewTopic(topic, partitions, replicas).configs(configs);
    }

    /** Creates a topic; false if it existed before. */
    private static boolean create(ClusterAccess cluster, NewTopic topic, Duration timeout) {
        boolean isMissing = cluster.describe(topic.name(), timeout).isEmpty();
        if (isMissing) {
            cluster.create(topic, timeout);
            log.info("Created topic {}", topic.name());
        }
        return isMissing;
    }
}
