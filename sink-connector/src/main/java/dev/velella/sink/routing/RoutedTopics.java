package dev.velella.sink.routing;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.PartitionRange;
import dev.velella.kit.cluster.TopicFacts;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The facts about the topics that a task reads, if it has access to the cluster: their ids, and whether retention has
 * removed records that some store may lack. Owned by the task's thread.
 */
public final class RoutedTopics {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String group;
    private final Map<String, ?> properties;
    private final Map<String, String> ids = new HashMap<>();

    /**
     * @param group consumer group of the connector
     * @param properties options of the connector, which may give access to the cluster
     */
    public RoutedTopics(String group, Map<String, ?> properties) {
        this.group = group;
        this.properties = properties;
    }

    /**
     * Checks partitions that the task has got.
     *
     * @throws ConnectException if records are gone that a store may lack
     * @throws dev.velella.kit.cluster.ClusterAccessException if the cluster does not answer
     */
    public void check(Collection<TopicPartition> partitions) {
        try (ClusterAccess cluster = ClusterAccess.of(properties).orElse(null)) {
            if (cluster == null || partitions.isEmpty()) {
                return;
            }
            Map<String, TopicFacts> facts = cluster.describe(
                    partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet()), TIMEOUT);
            facts.forEach((topic, found) -> ids.put(topic, found.id().toString()));
            cluster.ranges(group, partitions, TIMEOUT).forEach(RoutedTopics::checkKept);
        }
    }

    private static void checkKept(TopicPartition partition, PartitionRange range) {
        long committed = range.committed().orElse(range.start());
        if (committed < range.start()) {
            throw new ConnectException("retention has removed records of partition " + partition + " below offset "
                    + range.start() + ", and from offset " + committed + " on some store may lack them. Nothing was"
                    + " changed. Find the stores that lack records (velella verify), and let their records be written"
                    + " anew; then reset the offsets of the connector (DELETE /connectors/NAME/offsets) to go on with the"
                    + " records that are left");
        }
    }

    /** Ids of the topics, as far as they are known. */
    Map<String, String> ids() {
        return ids;
    }
}
