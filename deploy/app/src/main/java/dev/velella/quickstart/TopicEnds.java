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
 * Finds the ends of the partitions of a topic that transactions write.
 *
 * <p>A transaction ends at different moments in the partitions that it wrote to: the offsets of its consumer group may
 * be visible before its records. If a caller has seen the offsets, and then finds no open transaction here, the ends
 * are after the records of the transaction.
 */
final class TopicEnds {
    private final Admin admin;
    private final String topic;
    private final int partitions;

    /** @param admin client for the requests; the caller closes it */
    TopicEnds(Admin admin, String topic, int partitions) {
        this.admin = admin;
        this.topic = topic;
        this.partitions = partitions;
    }

    /**
     * The ends after all records that were written before the call, if all their transactions are committed or aborted;
     * else empty.
     *
     * @throws ExecutionException if the broker does not answer
     */
    Optional<Map<TopicPartition, Long>> decided() throws InterruptedException, ExecutionException {
        Map<TopicPartition, Long> written = ends(IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> decided = ends(IsolationLevel.READ_COMMITTED); // the later answer may be larger
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
