package dev.velella.source.record;

import dev.velella.frame.PartitionStamp;
import dev.velella.frame.PartitionStamps;
import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.StampOptions;
import dev.velella.source.options.TopicCreation;
import dev.velella.source.payload.TopicTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each record of a task its partition and its stamp, if the number of partitions of its topic is known. The
 * partition of a key is the partition that Kafka's default partitioner would choose. So a key stays in its partition
 * when the number becomes known. One instance lives as long as its task, because the numbers of records begin at 0. Not
 * thread-safe.
 */
public final class RecordStamps implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RecordStamps.class);

    /** Longest wait for the first answer of the cluster, which may still be starting. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    /** Longest wait for the description of a topic that a message has chosen. */
    private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(2);

    private final RdfSourceConfig config;
    private final LongSupplier nanoTime;
    private final boolean stamping;
    private final @Nullable TopicCreation creation;

    /** Topic for dead letters; null if there are none. */
    private final @Nullable String letters;

    private final PartitionStamps stamps = new PartitionStamps();

    /** Partitions by topic. */
    private final Map<String, TopicPartitions> topics = new HashMap<>();

    private final Set<String> created = new HashSet<>();

    /** Topics that messages have chosen, and that exist in Kafka or could be created. */
    private final Set<String> admitted = new HashSet<>();

    private final AtomicLong unstamped = new AtomicLong();
    private volatile String knowledge = "";

    /** Access to the cluster; null if there is nothing to ask, or nothing any more. */
    private @Nullable ClusterAccess cluster;

    private RecordStamps(RdfSourceConfig config, LongSupplier nanoTime, boolean stamping) {
        this.config = config;
        this.nanoTime = nanoTime;
        this.stamping = stamping;
        creation = config.topicCreation();
        letters = ErrorOptions.deadLetterTopic(config.values());
        Map<String, String> options = config.originalsStrings();
        cluster = stamping || creation != null || letters != null
                ? ClusterAccess.of(options).orElse(null)
                : null;
        if (config.topicPartitions() != null) {
            knowledge = RdfSourceConfig.TOPIC_PARTITIONS.name() + " says that topic " + config.topic() + " has "
                    + config.topicPartitions() + " partitions.";
        }
    }

    /**
     * Looks up the partitions of the topic, if it is the same for all records. If records cannot be stamped, logs the
     * reason in one line.
     *
     * @param nanoTime a clock as {@link System#nanoTime}
     * @throws ConnectException if the options need an answer of the cluster and the cluster does not answer, or if its
     *     answer contradicts the options
     */
    public static RecordStamps open(RdfSourceConfig config, LongSupplier nanoTime) {
        StampOptions options = config.stampOptions();
        TopicTemplate topic = config.topic();
        if (options.isWanted() && options.isHindered()) {
            log.warn("Records of topic {} are {}: {}", topic, options.withoutStamps(), options.obstacles());
        }
        try {
            RecordStamps stamps = new RecordStamps(config, nanoTime, options.isWanted() && !options.isHindered());
            stamps.begin();
            return stamps;
        } catch (ClusterAccessException e) {
            throw new ConnectException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Creates the topics that the options want to be created, and looks up the partitions, as far as the topics are
     * known.
     */
    private void begin() {
        ClusterAccess asked = cluster;
        if (asked == null) {
            if (letters != null) {
                log.warn(
                        "Whether topic {} exists is not known, because {} is not set. If it does not, and neither worker nor"
                                + " brokers create it, the first bad message stops all others",
                        letters,
                        ClusterOptions.BOOTSTRAP_SERVERS_CONFIG);
            }
            return;
        }
        boolean isSettled = true;
        try {
            if (letters != null) {
                TopicCreation.createDeadLetters(
                        asked, letters, config.values(), config.originalsStrings(), START_TIMEOUT);
            }
            if (!config.topic().isFixed()) {
                isSettled = false;
                return;
            }
            String topic = config.topic().toString();
            create(asked, topic);
            if (stamping) {
                isSettled = lookUp(asked, topic);
            }
        } finally {
            if (isSettled) {
                close();
            }
        }
    }

    private void create(ClusterAccess asked, String topic) {
        if (creation != null && !created.contains(topic)) {
            creation.createElements(asked, topic, START_TIMEOUT);
            created.add(topic);
        }
    }

    private boolean lookUp(ClusterAccess asked, String topic) {
        TopicFacts facts = asked.describe(topic, START_TIMEOUT).orElse(null);
        TopicPartitions found = TopicPartitions.of(config, topic, facts, new TopicLookup(asked, topic, nanoTime));
        topics.put(topic, found);
        String id = asked.id(START_TIMEOUT);
        knowledge = "The cluster at " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + "="
                + config.getString(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG) + ", which is " + id + ", says that topic "
                + topic
                + (facts == null ? " does not exist." : " has " + facts.partitions() + " partitions.");
        log.info("{}", knowledge);
        return found.isSettled();
    }

    /**
     * The source of the number of partitions, in one sentence; empty if the number is not known. Any thread may call
     * this.
     */
    String knowledge() {
        return knowledge;
    }

    /**
     * Number of records without a stamp, although the converter was not told to write self-contained records. Any
     * thread may call this.
     */
    long unstamped() {
        return unstamped.get();
    }

    /**
     * The stamp of the next record. If it is empty, the record gets neither a stamp nor a partition.
     *
     * @param topic topic of the record
     * @throws ConnectException if the topic was created meanwhile and contradicts the options, or cannot be created
     * @throws PayloadException if a message has chosen the topic, and Kafka would refuse it
     */
    public Optional<PartitionStamp> next(String topic, String key) {
        if (!config.topic().isFixed()) {
            admit(topic);
        }
        Optional<PartitionStamp> stamp = stamping ? stamp(topic, key) : Optional.empty();
        if (stamp.isEmpty() && config.stampOptions().isWanted()) {
            unstamped.incrementAndGet();
        }
        return stamp;
    }

    /** Checks a topic that a message has chosen. */
    private void admit(String topic) {
        ClusterAccess asked = cluster;
        if (asked == null || admitted.contains(topic)) {
            return;
        }
        try {
            create(asked, topic);
            if (creation == null) {
                asked.tryCreate(new NewTopic(topic, Optional.empty(), Optional.empty()), LOOK_TIMEOUT);
            }
        } catch (ClusterAccessException e) {
            if (e.getCause() instanceof InvalidTopicException || e.getCause() instanceof PolicyViolationException) {
                throw new PayloadException(RefusalReason.TOPIC, String.valueOf(e.getMessage()), e);
            } else if (creation != null) {
                throw new ConnectException(String.valueOf(e.getMessage()), e);
            }
            log.debug("Whether topic {} could be created is not known: {}", topic, e.getMessage());
        }
        admitted.add(topic);
    }

    private int partitions(TopicPartitions known) {
        try {
            return known.count();
        } catch (ConnectException e) {
            if (config.topic().isFixed()) {
                throw e;
            }
            throw new PayloadException(RefusalReason.TOPIC, String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<PartitionStamp> stamp(String topic, String key) {
        TopicPartitions known = topics.computeIfAbsent(topic, this::unknown);
        boolean wasSettled = known.isSettled();
        int partitions = partitions(known);
        if (!wasSettled && known.isSettled() && config.topic().isFixed()) {
            close();
        }
        return partitions == 0 ? Optional.empty() : Optional.of(stamps.next(topic, partitionOf(key, partitions)));
    }

    private TopicPartitions unknown(String topic) {
        ClusterAccess asked = cluster;
        return asked == null
                ? TopicPartitions.configured(config, topic)
                : TopicPartitions.unknown(config, topic, new TopicLookup(asked, topic, nanoTime));
    }

    /** The partition that Kafka's default partitioner chooses for a key that is written as UTF-8. */
    public static int partitionOf(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}
