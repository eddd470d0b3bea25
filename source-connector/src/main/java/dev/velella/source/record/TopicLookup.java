package dev.velella.source.record;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.TopicFacts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up a topic that does not exist yet. It asks often at first, because the worker creates the topic before it
 * sends the first record, and then less and less often. Not thread-safe.
 */
final class TopicLookup {
    private static final Logger log = LoggerFactory.getLogger(TopicLookup.class);

    /** Longest wait for an answer, because records wait for it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final long FIRST_WAIT_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_WAIT_NANOS = Duration.ofSeconds(2).toNanos();

    private final ClusterAccess cluster;
    private final String topic;
    private final LongSupplier nanoTime;
    private long waitNanos = FIRST_WAIT_NANOS;
    private long askAt;
    private boolean failing;

    /**
     * Creates a lookup. Does not ask yet.
     *
     * @param cluster access to the cluster; the caller closes it after the last question
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    TopicLookup(ClusterAccess cluster, String topic, LongSupplier nanoTime) {
        this.cluster = cluster;
        this.topic = topic;
        this.nanoTime = nanoTime;
        askAt = nanoTime.getAsLong();
    }

    /**
     * The cluster's description of the topic. Empty if the topic does not exist, the cluster does not answer, or it is
     * too soon to ask again.
     */
    Optional<TopicFacts> ask() {
        if (nanoTime.getAsLong() - askAt < 0) {
            return Optional.empty();
        }
        try {
            return cluster.describe(topic, TIMEOUT);
        } catch (ClusterAccessException e) {
            if (!failing) {
                log.warn("The partitions of topic {} are not known yet: {}", topic, e.getMessage());
            }
            failing = true;
            return Optional.empty();
        } finally {
            waitNanos = Math.min(2 * waitNanos, LONGEST_WAIT_NANOS);
            askAt = nanoTime.getAsLong() + waitNanos;
        }
    }
}
