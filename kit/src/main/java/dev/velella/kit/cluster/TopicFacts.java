package dev.velella.kit.cluster;

import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Facts about a topic, as the cluster tells them. Immutable.
 *
 * @param topic its name
 * @param partitions number of its partitions, at least 1
 * @param id identity of the topic; a topic that was deleted and created again has another identity
 * @param cleanupPolicies values of {@code cleanup.policy}: {@code delete}, {@code compact}, both or none
 */
public record TopicFacts(String topic, int partitions, Uuid id, Set<String> cleanupPolicies) {

    public TopicFacts {
        if (partitions < 1) {
            throw new IllegalArgumentException("topic " + topic + " cannot have " + partitions + " partitions");
        }
        cleanupPolicies = Set.copyOf(cleanupPolicies);
    }

    /**
     * Whether the topic is compacted. Kafka then removes a record if a later record has the same key, although other
     * records may depend on the removed one.
     */
    public boolean isCompacted() {
        return cleanupPolicies.contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    }
}
