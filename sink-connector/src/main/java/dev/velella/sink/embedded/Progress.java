package dev.velella.sink.embedded;

import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one open store: the applied and the durable offsets of each partition, and the numbers of statements
 * and streams. They are counted once at opening, then kept up to date. The durable offsets are never ahead of the
 * applied offsets. Not thread-safe.
 */
final class Progress {
    /** The figures of a store that was never opened. */
    static final Progress NONE = new Progress("", Map.of(), 0, 0);

    private final String storeId;
    private final Map<PartitionId, Long> applied;
    private Map<PartitionId, Long> durable;
    private long statements;
    private long streams;

    /**
     * Makes the figures of a store that was just read from disk.
     *
     * @param offsets offsets of every partition with a row
     * @param statements number of statements outside reserved graphs
     * @param streams number of streams with a chain
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

    long statements() {
        return statements;
    }

    void advance(BatchPlan done) {
        statements += done.change().growth();
        streams += done.streams();
        done.claims().forEach((id, claim) -> applied.put(id, claim.nextOffset()));
    }

    /** Sets the number of statements to a new count. */
    void counted(long found) {
        statements = found;
    }

    void madeDurable() {
        durable = Map.copyOf(applied);
    }

    boolean isDurable() {
        return applied.equals(durable);
    }

    Map<PartitionId, Long> applied() {
        return Map.copyOf(applied);
    }

    Map<PartitionId, Long> durable() {
        return durable;
    }

    StoreStatus status() {
        List<StoreStatus.Partition> partitions = new ArrayList<>();
        applied.forEach((id, offsets) -> partitions.add(
                new StoreStatus.Partition(id.topic(), id.partition(), offsets, durable.getOrDefault(id, 0L))));
        partitions.sort(
                Comparator.comparing(StoreStatus.Partition::topic).thenComparing(StoreStatus.Partition::partition));
        return new StoreStatus(storeId, statements, streams, partitions);
    }
}
