package dev.velella.source;

import dev.velella.cluster.ClusterAccess;
import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.TopicFacts;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.PartitionStamps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each record of a task its partition and its stamp, as far as the number of partitions is known. The partition of
 * a key is the one that Kafka's default partitioner would choose, so that records before and after this becomes known go
 * to the same. One instance lives as long as its task, because numbers begin at 0. Not thread-safe.
 */
final class RecordStamps implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RecordStamps.class);

    /** Longest time for the first answer of the cluster, which may be starting too. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final RdfSourceConfig config;
    private final PartitionStamps stamps = new PartitionStamps();

    /** Number of partitions of the topic; 0 while records are not stamped. */
    private int partitions;

    /** Null unless the number of partitions may still become known. */
    private @Nullable TopicLookup lookup;

    private RecordStamps(RdfSourceConfig config) {
        this.config = config;
    }

    /**
     * Looks up the partitions of the topic, and says in one line of the log why records are not stamped, where that is
     * so.
     *
     * @param nanoTime a clock as {@link System#nanoTime}
     * @throws ConnectException if the cluster is to be asked and does not answer, or its answer does not go with the
     *     options
     */
    static RecordStamps open(RdfSourceConfig config, LongSupplier nanoTime) {
        RecordStamps stamps = new RecordStamps(config);
        StampOptions options = config.stampOptions();
        if (!options.isWanted()) {
            return stamps;
        }
        if (options.isHindered()) {
            log.warn("Records of topic {} are self-contained: {}", config.topic(), options.obstacles());
            return stamps;
        }
        try {
            stamps.lookUp(nanoTime);
        } catch (ClusterAccessException e) {
            throw new ConnectException(String.valueOf(e.getMessage()), e);
        }
        return stamps;
    }

    private void lookUp(LongSupplier nanoTime) {
        Integer configured = config.topicPartitions();
        ClusterAccess cluster = ClusterAccess.of(config.originalsStrings()).orElse(null);
        if (cluster == null) {
            partitions = configured == null ? 0 : configured;
            return;
        }
        try {
            TopicFacts facts = cluster.describe(config.topic(), START_TIMEOUT).orElse(null);
            check(facts);
            if (facts != null) {
                use(facts);
            } else {
                log.info("Topic {} does not exist yet; records are self-contained until it does", config.topic());
                lookup = new TopicLookup(cluster, config.topic(), nanoTime);
            }
        } finally {
            if (lookup == null) {
                cluster.close();
            }
        }
    }

    private void check(@Nullable TopicFacts facts) {
        config.stampOptions()
                .problems(config.topic(), facts, config.topicPartitions())
                .forEach((option, problem) -> {
                    throw new ConnectException(problem);
                });
    }

    private void use(TopicFacts facts) {
        if (facts.isCompacted()) {
            log.warn("Records are self-contained: {}", StampOptions.compacted(facts.topic()));
        } else {
            partitions = facts.partitions();
            log.info("Topic {} has {} partitions, which its records are stamped with", facts.topic(), partitions);
        }
    }

    /**
     * The stamp of the next record; empty if it is to go without, and without partition.
     *
     * @throws ConnectException if the topic has come into being in a way that does not go with the options
     */
    Optional<PartitionStamp> next(String key) {
        if (lookup != null) {
            lookup.ask().ifPresent(this::found);
        }
        return partitions == 0
                ? Optional.empty()
                : Optional.of(stamps.next(config.topic(), partitionOf(key, partitions)));
    }

    private void found(TopicFacts facts) {
        close();
        check(facts);
        use(facts);
    }

    /** The partition that Kafka's default partitioner chooses for a key that is written as UTF-8. */
    static int partitionOf(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (lookup != null) {
            lookup.close();
            lookup = null;
        }
    }
}
