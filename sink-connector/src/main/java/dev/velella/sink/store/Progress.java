package dev.velella.sink.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of one store as long as it is open: how far each partition is applied and durable, how many statements and
 * streams there are. Counted once at opening, then kept up to date. Durable is never ahead of applied. Not thread-safe.
 */
final class Progress {
    private final String storeId;
    private final Map<PartitionId, Long> applied;
    private Map<PartitionId, Long> durable;
    private long statements;
    private long streams;

    /**
     * A store as read from disk.
     *
     * @param offsets next offset of every partition with a row
     * @param statements outside reserved graphs
     * @param streams with a chain
     */
    Progress(String storeId, Map<PartitionId, Long> offsets, long statements, long streams) {
        this.storeId = storeId;
        this.applied = new HashMap<>(offsets);
        this.durable = Map.copyOf(offsets);
        this.statements = statements;
        this.streams = streams;
    }

    String storeId() {
        return storeId;
    }

    void advance(BatchTransaction.Outcome outcome) {
        statements += outcome.statements();
        streams += outcome.streams();
        outcome.claims().forEach((id, claim) -> applied.put(id, claim.nextOffset()));
    }

    void madeDurable() {
        durable = Map.copyOf(applied);
    }

    boolean isDurable() {
        return applied.equals(durable);
    }

    Map<PartitionId, Long> durable() {
        return durable;
    }

    StoreStatus status() {
        List<StoreStatus.Partition> partitions = new ArrayList<>();
        applied.forEach((id, next) -> partitions.add(
                new StoreStatus.Partition(id.topic(), id.partition(), next, durable.getOrDefault(id, 0L))));
        partitions.sort(
                Comparator.comparing(StoreStatus.Partition::topic).thenComparing(StoreStatus.Partition::partition));
        return new StoreStatus(storeId, statements, streams, partitions);
    }
}
