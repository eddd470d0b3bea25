package dev.velella.sink.session;

import dev.velella.sink.history.Rebuild;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Handles the offset commits of the worker: notes the position of the worker, and computes the offsets that may be
 * committed to Kafka.
 */
final class OffsetCommits {
    private final Target target;
    private final SnapshotGate gate;
    private final Rebuild rebuild;
    private final SinkCounts counts;

    OffsetCommits(Target target, SnapshotGate gate, Rebuild rebuild, SinkCounts counts) {
        this.target = target;
        this.gate = gate;
        this.rebuild = rebuild;
        this.counts = counts;
    }

    /**
     * Notes the position of the worker. Returns for each partition the offset from which the store needs records again
     * after a crash. A partition without durable records is left out.
     *
     * @param currentOffsets offsets after the last records that the worker has handed over or left out
     * @param settled whether all records that the worker has handed over are applied or put aside
     */
    Map<TopicPartition, OffsetAndMetadata> committable(
            Map<TopicPartition, OffsetAndMetadata> currentOffsets, boolean settled) {
        gate.reached(currentOffsets);
        rebuild.reached(currentOffsets);
        Map<PartitionId, Long> durable = target.durableOffsets();
        Map<TopicPartition, OffsetAndMetadata> safe = new HashMap<>();
        currentOffsets.forEach((partition, current) -> {
            PartitionId id = new PartitionId(partition.topic(), partition.partition());
            if (settled) {
                counts.partition(id).passed(current.offset());
            }
            Long next = durable.get(id);
            if (next != null) {
                safe.put(partition, new OffsetAndMetadata(Math.min(next, current.offset())));
            }
        });
        return safe;
    }
}
