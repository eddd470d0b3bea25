package dev.velella.source.options;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that {@code kafka.bootstrap.servers} is the cluster of the worker. The worker does not tell its cluster.
 * Therefore the check looks for the first record that Kafka has acknowledged. Thread-safe.
 */
public final class ClusterCheck {
    private static final Logger log = LoggerFactory.getLogger(ClusterCheck.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, String> options;
    private final String topic;
    private volatile boolean done;
    private volatile boolean settled;
    private volatile @Nullable RecordMetadata first;
    private volatile @Nullable String failure;

    /**
     * @param options all options of the connector
     * @param topic topic of the records
     */
    public ClusterCheck(Map<String, String> options, String topic) {
        this.options = options;
        this.topic = topic;
        done = !ClusterOptions.isGiven(options);
    }

    /**
     * Whether the cluster of the options is the worker's, as far as it can be known: the first record is there, or cannot
     * be looked for, because it was sent to a topic of another name, has no offset, or the cluster does not
     * answer.
     */
    public boolean isSettled() {
        return settled;
    }

    /**
     * Reports that Kafka has a record; null means no record. A transform may have sent the record to another topic;
     * such a record is not checked.
     *
     * @return whether {@link #look} has something to look for since this call
     */
    public boolean acknowledged(@Nullable RecordMetadata metadata) {
        if (done || first != null || metadata == null) {
            return false;
        }
        if (topic.equals(metadata.topic()) && metadata.hasOffset()) {
            first = metadata;
            return true;
        }
        settled = true;
        return false;
    }

    /** Looks for the first record, if there is one already. May take some seconds. */
    public void look() {
        RecordMetadata written = first;
        if (done || written == null) {
            return;
        }
        done = true;
        try (ClusterAccess cluster = ClusterAccess.of(options).orElse(null)) {
            int partitions = cluster == null
                    ? 0
                    : cluster.describe(topic, TIMEOUT)
                            .map(facts -> facts.partitions())
                            .orElse(0);
            long end = cluster == null || written.partition() >= partitions
                    ? 0
                    : cluster.end(new TopicPartition(topic, written.partition()), TIMEOUT);
            settled = end > written.offset();
            if (!settled) {
                failure = "the worker has written record " + written + ", but in the cluster at "
                        + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + "="
                        + options.get(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)
                        + (partitions == 0
                                ? " there is no topic " + topic
                                : " that partition ends at " + end + ", and topic " + topic + " has " + partitions
                                        + " partitions")
                        + "; set " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG
                        + " to the brokers of the worker (or, where the"
                        + " topic was deleted meanwhile, restart the task)";
            }
        } catch (ClusterAccessException e) {
            settled = true;
            log.debug("It is not known whether {} is the worker's cluster", ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, e);
        }
    }

    /** The error that must end the task; null if there is none. */
    @Nullable
    public String failure() {
        return failure;
    }
}
