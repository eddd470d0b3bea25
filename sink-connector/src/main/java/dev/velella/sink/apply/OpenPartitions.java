package dev.velella.sink.apply;

import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.connect.errors.ConnectException;

/** The claims of the open partitions. Not thread-safe. */
final class OpenPartitions {
    private final Map<PartitionId, Claim> claims = new HashMap<>();

    /** Adds partitions that were claimed, for the first time or again, or moves them on. */
    void put(Map<PartitionId, Claim> claimed) {
        claims.putAll(claimed);
    }

    /** Removes partitions. */
    void remove(Collection<PartitionId> ids) {
        claims.keySet().removeAll(ids);
    }

    /**
     * The claim of a partition.
     *
     * @throws ConnectException if the partition is not open
     */
    Claim get(PartitionId id) {
        Claim claim = claims.get(id);
        if (claim == null) {
            throw new ConnectException("got a record of partition " + id + ", which is not open");
        }
        return claim;
    }

    /** Calls an action for each partition. */
    void forEach(BiConsumer<PartitionId, Claim> action) {
        claims.forEach(action);
    }
}
