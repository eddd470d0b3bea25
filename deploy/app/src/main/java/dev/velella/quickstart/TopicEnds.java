package dev.velella.quickstart;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends of the partitions of a topic that transactions write.
 *
 * <p>A transaction ends at different moments for the partitions it wrote: the offsets of its consumer group may be seen
 * before its records. Who has seen the offsets, and then finds no open transaction here, has the ends behind its records.
 */
final class TopicEnds {
    private final Admin admin;
    private final String topic;
    private final int partitions;

    /** @param admin is asked; the caller closes it */
    TopicEnds(Admin admin, String topic, int partitions) {
        this.admin = admin;
        this.topic = topic;
        this.partitions = partitions;
    }

    /**
     * Ends behind everything that was written before the call, where all of that is committed or aborted; else empty.
     *
     * @throws ExecutionException if the broker does not say
     */
    Optional<Map<TopicPartition, Long>> decided() throws InterruptedException, ExecutionException {
        Map<TopicPartition, Long> written = ends(IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> decided = ends(IsolationLevel.READ_COMMITTED); // asked second, so it may be further
        boolean all =
                written.entrySet().stream().allMatch(end -> decided.getOrDefault(end.getKey(), -1L) >= end.getValue());
        return all ? Optional.of(decided) : Optional.empty();
    }

    private Map<TopicPartition, Long> ends(IsolationLevel isolation) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            latest.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest, new ListOffsetsOptions(isolation))
                .all()
                .get()
                .forEach((partition, result) -> ends.put(partition, result.offset()));
        return ends;
    }
}
