package dev.velella.cluster;

import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What the cluster says of a topic. Immutable.
 *
 * @param topic its name
 * @param partitions number of its partitions, at least 1
 * @param id identity of the topic; another one where it was deleted and created again
 * @param cleanupPolicies values of {@code cleanup.policy}: {@code delete}, {@code compact}, both or none
 */
public record TopicFacts(String topic, int partitions, Uuid id, Set<String> cleanupPolicies) {

    public TopicFacts {
        if (partitions < 1) {
            throw new IllegalArgumentException("topic " + topic + " cannot have " + partitions + " partitions");
        }
        cleanupPolicies = Set.copyOf(cleanupPolicies);
    }

    /** Whether Kafka may remove a record because a later one has its key, and with it what others depend on. */
    public boolean isCompacted() {
        return cleanupPolicies.contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    }
}
