package dev.velella.sink.intake;

import dev.velella.record.partition.LastRecords;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Holds back the patches until the task has read all snapshots that existed when it got its partitions. This is
 * necessary because Kafka gives no order between topics: a patch that is read before the snapshot on which it builds
 * would be a break.
 *
 * <pre>
 *   open ── partitions assigned, a snapshot is not read yet ──▶ closed: partitions of patches are paused
 *    ▲                                                            │
 *    └──────────────── the last of them is read ──────────────────┘
 * </pre>
 *
 * <p>The gate waits for the last record of each partition of snapshots; a consumer of its own finds this record. If the
 * worker leaves out records (transformations, tolerated errors), they count when the worker reports its position. Not
 * thread-safe.
 */
public final class SnapshotGate {
    private static final long TIMEOUT_MS = 30_000;

    private final SnapshotTopics topics;
    private final LogEnds ends;
    private final SinkTaskContext context;
    private final Map<TopicPartition, Long> awaited = new HashMap<>();
    private final Set<TopicPartition> held = new HashSet<>();

    /** Taken away while they were held. The worker pauses them again when they come back. */
    private final Set<TopicPartition> lost = new HashSet<>();

    /** Finds the ends of partitions. */
    interface LogEnds {
        /**
         * The offsets after the last records; a partition without records is left out.
         *
         * @throws KafkaException if the cluster does not answer
         */
        Map<TopicPartition, Long> of(Collection<TopicPartition> partitions);
    }

    /** @param clientConfig configuration of a consumer that may read the topics of snapshots */
    public SnapshotGate(SnapshotTopics topics, Map<String, Object> clientConfig, SinkTaskContext context) {
        this(topics, partitions -> ends(Map.copyOf(clientConfig), partitions), context);
    }

    SnapshotGate(SnapshotTopics topics, LogEnds ends, SinkTaskContext context) {
        this.topics = topics;
        this.ends = ends;
        this.context = context;
    }

    private static Map<TopicPartition, Long> ends(
            Map<String, Object> clientConfig, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        try (LastRecords last = new LastRecords(clientConfig, TIMEOUT_MS)) {
            partitions.forEach(partition -> last.of(partition).ifPresent(offset -> ends.put(partition, offset + 1)));
        }
        return ends;
    }

    /** Whether patches are held back. */
    public boolean isClosed() {
        return !awaited.isEmpty();
    }

    /**
     * Notes that the task got partitions.
     *
     * @param nextOffset gives the offset from which the task reads new records of a partition
     * @throws ConnectException if the cluster does not answer
     */
    public void assigned(Collection<TopicPartition> partitions, ToLongFunction<PartitionId> nextOffset) {
        if (topics.isEmpty()) {
            return;
        }
        List<TopicPartition> snapshots = partitions.stream()
                .filter(partition -> topics.holdsSnapshots(partition.topic()))
                .toList();
        try {
            ends.of(snapshots).forEach((partition, end) -> {
                if (end > nextOffset.applyAsLong(new PartitionId(partition.topic(), partition.partition()))) {
                    awaited.put(partition, end);
                }
            });
        } catch (KafkaException e) {
            throw new ConnectException(ChainOptions.SNAPSHOT_TOPICS.name() + ": " + e.getMessage(), e);
        }
        if (isClosed()) {
            partitions.stream()
                    .filter(partition -> topics.hasSnapshots(partition.topic()))
                    .forEach(held::add);
            lost.removeAll(held);
            context.pause(held.toArray(TopicPartition[]::new));
        } else {
            context.resume(partitions.stream().filter(lost::remove).toArray(TopicPartition[]::new));
        }
    }

    /** Notes that the task has lost partitions. */
    public void revoked(Collection<TopicPartition> partitions) {
        partitions.stream().filter(held::remove).forEach(lost::add);
        awaited.keySet().removeAll(partitions);
        openWhenDone();
    }

    /** Notes how far the task has read, from records or from a report of the worker. */
    public void reached(TopicPartition partition, long nextOffset) {
        Long end = awaited.get(partition);
        if (end != null && nextOffset >= end) {
            awaited.remove(partition);
            openWhenDone();
        }
    }

    /** Like {@link #reached(TopicPartition, long)}, for several partitions. */
    public void reached(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> reached(partition, offset.offset()));
    }

    private void openWhenDone() {
        if (awaited.isEmpty() && !held.isEmpty()) {
            context.resume(held.toArray(TopicPartition[]::new));
            held.clear();
        }
    }
}
