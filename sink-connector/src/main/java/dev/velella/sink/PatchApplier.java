package dev.velella.sink;

import dev.velella.converter.UndecodedFrame;
import dev.velella.keyframe.JellyHeader;
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
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of the open partitions to a target, in batches, each record once.
 *
 * <p>Records below the next offset of their partition are only read, so redelivery changes nothing. Records before a
 * refused one are applied, the refused one and those after it are not. A record whose codec state is missing is not
 * applied, nor are those after it in its partition, until the partition was read again from further back. Used by the
 * task's thread only.
 */
final class PatchApplier {
    private final Target target;
    private final RdfSinkConfig config;
    private final LongSupplier clockMs;
    private final RecordValues values;
    private final Map<PartitionId, OpenPartition> partitions = new HashMap<>();
    private BatchBuilder batch;

    /**
     * @param target where to apply
     * @param config sizes of transactions, bounds on key frames and rewinds
     * @param clockMs any steadily growing count of ms
     */
    PatchApplier(Target target, RdfSinkConfig config, LongSupplier clockMs) {
        this.target = target;
        this.config = config;
        this.clockMs = clockMs;
        this.values = new RecordValues(config.maxStreams());
        this.batch = new BatchBuilder(target);
    }

    /** Claims partitions; returns the claims, which say from where each has to be read. */
    Map<PartitionId, Claim> open(Collection<PartitionId> ids) {
        Map<PartitionId, Claim> claims = target.claim(ids);
        claims.forEach((id, claim) -> partitions.put(
                id,
                new OpenPartition(
                        claim,
                        new KeyFrameTracker(config.maxStreams(), config.keyFrameIntervalMs(), clockMs),
                        new Rewind(config.rewindMaxPerMinute(), clockMs))));
        return claims;
    }

    /** Lets partitions go. */
    void close(Collection<PartitionId> ids) {
        partitions.keySet().removeAll(ids);
    }

    /**
     * Applies records: all of them, or up to the first that is refused, and of each partition up to the first whose state
     * is missing.
     *
     * @return the partitions with such a record, and the offset from which each has to be read again
     * @throws DataException if a record is refused; its message names the record
     * @throws StoreFailedException if the store failed; call {@link #reopen} before anything else
     */
    Map<PartitionId, Long> apply(Collection<SinkRecord> records) {
        Map<PartitionId, Long> rewinds = new HashMap<>();
        target.prefetch(PatchRecord.streams(records));
        try {
            for (SinkRecord record : records) {
                PartitionId id = PatchRecord.partition(record);
                if (!rewinds.containsKey(id)) {
                    take(record, id, rewinds);
                }
                if (batch.records() >= config.batchMaxRecords() || batch.operations() >= config.batchMaxOperations()) {
                    commit();
                }
            }
        } finally {
            commit();
        }
        return rewinds;
    }

    private void take(SinkRecord record, PartitionId id, Map<PartitionId, Long> rewinds) {
        OpenPartition partition = partition(id);
        long offset = record.originalKafkaOffset();
        boolean isNew = offset >= batch.nextOffset(id).orElse(partition.claim().nextOffset());
        try {
            Object value = values.of(record);
            if (value == null || !UndecodedFrame.isUndecoded(value)) {
                JellyHeader header = PatchRecord.jelly(record);
                partition.decoded(offset, header);
                if (isNew) {
                    add(record, id, partition, value);
                }
                partition.applied(offset, header);
            } else if (isNew) {
                rewinds.put(id, partition.rewind(offset, PatchRecord.undecoded(value)));
            }
        } catch (PatchRefusedException e) {
            throw new DataException(PatchRecord.place(record) + ": " + e.getMessage(), e);
        }
    }

    private void add(SinkRecord record, PartitionId id, OpenPartition partition, @Nullable Object value) {
        PatchRecord read = PatchRecord.of(record, value);
        batch.add(id, partition.claim(), record.originalKafkaOffset(), read.key(), read.position(), read.patch());
    }

    private void commit() {
        if (batch.records() > 0) {
            Batch full = batch.build((id, nextOffset) -> partition(id).replayFrom(nextOffset));
            batch = new BatchBuilder(target);
            target.apply(full).forEach((id, claim) -> partition(id).advance(claim));
        }
    }

    private OpenPartition partition(PartitionId id) {
        OpenPartition partition = partitions.get(id);
        if (partition == null) {
            throw new ConnectException("got a record of partition " + id + ", which is not open");
        }
        return partition;
    }

    /** Goes back to what is durable and claims the partitions again; as {@link #open}. */
    Map<PartitionId, Claim> reopen(Set<PartitionId> assigned) {
        target.reopen();
        batch = new BatchBuilder(target);
        return open(assigned);
    }
}
