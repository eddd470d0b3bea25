package dev.velella.sink;

import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchRefusedException;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Applies the records of the open partitions to a target, in batches, each record once.
 *
 * <p>Holds the claim of every open partition: records below its next offset are skipped, so redelivery changes nothing.
 * Records before a refused one are applied, the refused one and those after it are not. Used by the task's thread only.
 */
final class PatchApplier {
    private final Target target;
    private final int maxRecords;
    private final int maxOperations;
    private final Map<PartitionId, Claim> claims = new HashMap<>();
    private BatchBuilder batch;

    /**
     * @param target where to apply
     * @param maxRecords most records in one transaction
     * @param maxOperations a transaction ends when it reaches this number of operations
     */
    PatchApplier(Target target, int maxRecords, int maxOperations) {
        this.target = target;
        this.maxRecords = maxRecords;
        this.maxOperations = maxOperations;
        this.batch = new BatchBuilder(target);
    }

    /** Claims partitions; returns the offset at which each has to go on. */
    Map<PartitionId, Long> open(Collection<PartitionId> partitions) {
        Map<PartitionId, Claim> claimed = target.claim(partitions);
        claims.putAll(claimed);
        Map<PartitionId, Long> offsets = new HashMap<>();
        claimed.forEach((id, claim) -> offsets.put(id, claim.nextOffset()));
        return offsets;
    }

    /** Lets partitions go. */
    void close(Collection<PartitionId> partitions) {
        claims.keySet().removeAll(partitions);
    }

    Set<PartitionId> partitions() {
        return Set.copyOf(claims.keySet());
    }

    /**
     * Applies records, all of them or up to the first that is refused.
     *
     * @throws DataException if a record is refused; its message names the record
     * @throws StoreFailedException if the store failed; call {@link #reopen} before anything else
     */
    void apply(Collection<SinkRecord> records) {
        try {
            for (SinkRecord record : records) {
                take(record);
                if (batch.records() >= maxRecords || batch.operations() >= maxOperations) {
                    commit();
                }
            }
        } finally {
            commit();
        }
    }

    private void take(SinkRecord record) {
        PartitionId partition = PatchRecord.partition(record);
        Claim claim = claims.get(partition);
        if (claim == null) {
            throw new ConnectException("got a record of partition " + partition + ", which is not open");
        }
        long offset = record.originalKafkaOffset();
        if (offset < batch.nextOffset(partition).orElse(claim.nextOffset())) {
            return;
        }
        try {
            PatchRecord read = PatchRecord.of(record);
            batch.add(partition, claim, offset, read.key(), read.position(), read.patch());
        } catch (PatchRefusedException e) {
            throw new DataException(PatchRecord.place(record) + ": " + e.getMessage(), e);
        }
    }

    private void commit() {
        if (batch.records() > 0) {
            Batch full = batch.build();
            batch = new BatchBuilder(target);
            claims.putAll(target.apply(full));
        }
    }

    /** Goes back to what is durable and claims the open partitions again; returns where each has to go on. */
    Map<PartitionId, Long> reopen() {
        target.reopen();
        batch = new BatchBuilder(target);
        return open(partitions());
    }
}
