package dev.velella.source.record;

import dev.velella.kit.cluster.TopicFacts;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.TopicCreation;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The number of partitions of a topic whose records are stamped, as far as it is known. Not thread-safe. */
final class TopicPartitions {
    private static final Logger log = LoggerFactory.getLogger(TopicPartitions.class);

    private final RdfSourceConfig config;
    private final String topic;
    private int count;
    private boolean saidUnknown;

    /** The contradiction between the topic and the options; null if none is known. */
    private @Nullable ConnectException unfit;

    /** Number of records before the number of partitions was known. */
    private long selfContained;

    /** Finds the number of partitions; null if the number does not change any more. */
    private @Nullable TopicLookup lookup;

    private TopicPartitions(RdfSourceConfig config, String topic, int count, @Nullable TopicLookup lookup) {
        this.config = config;
        this.topic = topic;
        this.count = count;
        this.lookup = lookup;
    }

    /** The configured number of partitions; 0 if records are not stamped. */
    static TopicPartitions configured(RdfSourceConfig config, String topic) {
        Integer partitions = config.topicPartitions();
        return new TopicPartitions(config, topic, partitions == null ? 0 : partitions, null);
    }

    /**
     * The partitions of a topic as the cluster describes it.
     *
     * @param facts null if the topic does not exist
     * @throws ConnectException if the facts contradict the options
     */
    static TopicPartitions of(RdfSourceConfig config, String topic, @Nullable TopicFacts facts, TopicLookup lookup) {
        TopicPartitions partitions = new TopicPartitions(config, topic, 0, lookup);
        if (facts == null) {
            partitions.check(null);
            partitions.sayUnknown();
        } else {
            partitions.found(facts);
        }
        return partitions;
    }

    /** The partitions of a topic that the cluster was not asked about yet. */
    static TopicPartitions unknown(RdfSourceConfig config, String topic, TopicLookup lookup) {
        return new TopicPartitions(config, topic, 0, lookup);
    }

    /**
     * The number of partitions; 0 while records are not stamped.
     *
     * @throws ConnectException if the topic was created meanwhile and contradicts the options
     */
    int count() {
        if (unfit != null) {
            throw unfit;
        }
        if (lookup != null) {
            lookup.ask().ifPresent(this::found);
        }
        if (lookup != null) {
            sayUnknown();
            selfContained++;
        }
        return count;
    }

    private void sayUnknown() {
        if (!saidUnknown) {
            saidUnknown = true;
            log.warn(
                    "It is not known how many partitions topic {} has, because it does not exist yet or the cluster does not"
                            + " answer: records are {}, until it is. Create the topic before the source is started, or set"
                            + " {}=true",
                    topic,
                    config.stampOptions().withoutStamps(),
                    TopicCreation.TOPIC_CREATE.name());
        }
    }

    /** Whether the number does not change any more. */
    boolean isSettled() {
        return lookup == null;
    }

    private void found(TopicFacts facts) {
        lookup = null;
        check(facts);
        if (facts.isCompacted()) {
            log.warn("{}", config.stampOptions().withoutStampsBecauseCompacted(facts.topic()));
        } else {
            count = facts.partitions();
            log.info(
                    "Topic {} has {} partitions, which its records are stamped with; {} before them were not",
                    facts.topic(),
                    count,
                    selfContained);
        }
    }

    private void check(@Nullable TopicFacts facts) {
        config.stampOptions().problems(topic, facts, config.topicPartitions()).forEach((option, problem) -> {
            unfit = new ConnectException(problem);
            throw unfit;
        });
    }
}
