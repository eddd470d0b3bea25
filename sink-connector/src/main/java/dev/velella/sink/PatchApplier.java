package dev.velella.sink;

import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.PassedOverException;
import dev.velella.sink.history.Rewind;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.PatchRecord;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordIntake;
import dev.velella.sink.intake.RecordValues;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
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
 * <p>Records below the next offset of their partition are only read, so redelivery changes nothing. A refused record is put
 * aside, and those around it are applied; where records are not to be put aside, those before it are applied, it and those
 * after it are not. A record whose codec state is missing is not applied, nor are those after it in its partition, until
 * the partition was read again from further back. Used by the task's thread only.
 */
final class PatchApplier {
    private final Target target;
    private final RdfSinkConfig config;
    private final LongSupplier clockMs;
    private final RecordValues values;
    private final RecordIntake intake;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final Map<PartitionId, OpenPartition> partitions = new HashMap<>();
    private final BatchLimits limits;

    /** What is being collected; it follows what is under way. */
    private BatchBuilder batch;

    private @Nullable UnderWay underWay;

    /** Whether no numbered record may be put aside. */
    private boolean refusesNumbered;

    /** A batch that the target has begun to apply. */
    private record UnderWay(Applying applying, int records, NetEffect effect) {}

    /**
     * @param target where to apply
     * @param config sizes of transactions, what to do with what comes, bounds on key frames and rewinds
     * @param letters where refused records go
     * @param counts of the task
     * @param clockMs any steadily growing count of ms
     */
    PatchApplier(Target target, RdfSinkConfig config, DeadLetters letters, SinkCounts counts, LongSupplier clockMs) {
        this.target = target;
        this.config = config;
        this.letters = letters;
        this.counts = counts;
        this.clockMs = clockMs;
        this.values = new RecordValues(config.maxStreams(), config.inputFormat());
        this.intake = new RecordIntake(config, new TermPolicy(target.capabilities(), config.blankNodes()), counts);
        this.limits = new BatchLimits(config, clockMs);
        this.batch = new BatchBuilder(target);
    }

    /** Claims partitions; returns the claims, which say from where each has to be read. */
    Map<PartitionId, Claim> open(Collection<PartitionId> ids) {
        finish();
        Map<PartitionId, Claim> claims = target.claim(ids);
        limits.claimed(claims.values());
        claims.forEach((id, claim) -> {
            partitions.put(
                    id,
                    new OpenPartition(
                            claim,
                            new KeyFrameTracker(config.maxStreams(), config.keyFrameIntervalMs(), clockMs),
                            new Rewind(
                                    config.rewindMaxPerMinute(),
                                    clockMs,
                                    new TrimmedAdvice(id.topic(), config.snapshotTopics()),
                                    config.anotherStore())));
            counts.partition(id).claimed(claim.nextOffset());
        });
        return claims;
    }

    /** Lets partitions go. */
    void close(Collection<PartitionId> ids) {
        partitions.keySet().removeAll(ids);
        ids.forEach(id -> counts.partition(id).closed());
    }

    /** The open partitions. */
    Set<PartitionId> partitions() {
        return Set.copyOf(partitions.keySet());
    }

    /** Offset of the first record of an open partition that is neither applied nor about to be. */
    long nextOffset(PartitionId id) {
        return partition(id).claim().nextOffset();
    }

    /**
     * Applies records: all of them, or up to the first that is refused and must not be put aside, and of each partition up
     * to the first whose state is missing. Where more will come at once, the last of them may be left to {@link #settle} or
     * the next call: they are taken in, and not yet applied.
     *
     * @param more whether more records are there
     * @return the partitions with such a record, and the offset from which each has to be read again
     * @throws DataException if a record is refused; its message names the record
     * @throws ConnectException if a dead letter could not be written
     * @throws dev.velella.sink.error.StoreFailedException if the store failed, maybe with a batch of an earlier call; call {@link #reopen} before
     *     anything else
     */
    Map<PartitionId, Long> apply(Collection<SinkRecord> records, boolean more) {
        Map<PartitionId, Long> rewinds = new HashMap<>();
        target.prefetch(intake.streams(records));
        boolean goesOn = false;
        try {
            for (SinkRecord record : intake.inOrder(records, batch)) {
                if (batch.records() == 0) {
                    limits.opened();
                }
                PartitionId id = PatchRecord.partition(record);
                if (!rewinds.containsKey(id)) {
                    take(record, id, rewinds);
                }
                if (limits.isReached(batch)) {
                    commit();
                }
            }
            goesOn = more && rewinds.isEmpty();
        } finally {
            if (!goesOn) {
                settle();
            } else if (limits.patienceMs() == 0) {
                commit();
            }
        }
        counts.rewinds.addAndGet(rewinds.size());
        return rewinds;
    }

    /** Applies what was taken in; returns when that is done. */
    void settle() {
        commit();
        finish();
    }

    /** Whether something was taken in that is not applied. */
    boolean isWaiting() {
        return !batch.isEmpty() || underWay != null;
    }

    /**
     * Takes in that nothing but markers of transactions stands behind what is applied, where that is known. A store that has all
     * of a partition is at its end then, and lacks nothing when retention has removed everything.
     */
    void passMarkers() {
        partitions.forEach((id, partition) -> {
            long next = batch.nextOffset(id).orElse(partition.claim().nextOffset());
            long behind = counts.partition(id).behindMarkers(Math.min(next, partition.readTo()));
            if (behind > next && !config.snapshotTopics().holdsSnapshots(id.topic())) {
                batch.passTo(id, partition.claim(), behind);
            }
        });
    }

    /** When and how much is applied at once. */
    BatchLimits limits() {
        return limits;
    }

    /**
     * Whether a numbered record that is refused ends the task, whatever is configured: without it a store that is built again
     * would not be the stream.
     */
    void refuseNumbered(boolean refuses) {
        refusesNumbered = refuses;
    }

    private void take(SinkRecord record, PartitionId id, Map<PartitionId, Long> rewinds) {
        OpenPartition partition = partition(id);
        long offset = record.originalKafkaOffset();
        counts.partition(id).read(record.timestamp() == null ? -1 : record.timestamp());
        boolean isNew = offset >= batch.nextOffset(id).orElse(partition.claim().nextOffset());
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Undecoded undecoded) {
                if (isNew) {
                    undecoded(record, id, partition, undecoded, rewinds);
                }
            } else {
                decoded(record, id, partition, content, isNew);
            }
        } catch (PatchRefusedException e) {
            if (isNew) {
                refuse(record, id, partition, content, e);
            }
        } catch (PassedOverException e) {
            throw new DataException(PatchRecord.place(record) + ": " + e.getMessage(), e);
        }
    }

    private void decoded(
            SinkRecord record, PartitionId id, OpenPartition partition, RecordContent content, boolean isNew) {
        long offset = record.originalKafkaOffset();
        JellyHeader header = PatchRecord.jelly(record);
        partition.decoded(offset, header);
        try {
            if (isNew) {
                intake.take(batch, id, partition.claim(), record, content);
            }
        } finally {
            partition.passed(offset, header); // refused or not, what follows builds on it
        }
    }

    private void undecoded(
            SinkRecord record,
            PartitionId id,
            OpenPartition partition,
            RecordContent.Undecoded undecoded,
            Map<PartitionId, Long> rewinds) {
        if (intake.passUndecoded(batch, id, partition.claim(), record)) {
            return;
        }
        intake.checkUndecoded(record, undecoded.frame().header().kind());
        try {
            rewinds.put(id, partition.rewind(record.originalKafkaOffset(), undecoded.frame()));
        } catch (PatchRefusedException e) {
            String reason = String.valueOf(e.getMessage());
            if (!intake.breakUndecodable(batch, id, partition.claim(), record, reason)) {
                throw e;
            }
        }
    }

    private void refuse(
            SinkRecord record,
            PartitionId id,
            OpenPartition partition,
            @Nullable RecordContent content,
            PatchRefusedException why) {
        if (why.kind() == RefusalReason.CHAIN && config.onChainBreak() == OnChainBreak.FAIL) {
            throw new DataException(PatchRecord.place(record) + ": " + why.getMessage(), why);
        }
        if (refusesNumbered && record.headers().lastWithName(RecordHeaderNames.PATCH) != null) {
            throw new DataException(
                    PatchRecord.place(record)
                            + ": the store cannot be built again without this record, and was left as it is: "
                            + why.getMessage(),
                    why);
        }
        letters.put(record, content, why);
        batch.pass(id, partition.claim(), record.originalKafkaOffset());
    }

    /** Begins to apply what was collected. */
    private void commit() {
        if (batch.isEmpty()) {
            return;
        }
        letters.await();
        Batch full = batch.build((id, nextOffset) -> partition(id).replayFrom(nextOffset));
        int records = batch.records();
        batch = new BatchBuilder(target);
        Applying applying = target.begin(full); // when the one before is applied
        finish();
        underWay = new UnderWay(applying, records, full.effect());
        applying.claims().forEach((id, claim) -> partition(id).advance(claim));
        if (applying.isDone()) {
            finish();
        }
        limits.opened(); // what is under way is waited for as long as the first record of a batch waits
    }

    /** Waits for what is under way. If that fails, what was collected after it is void. */
    private void finish() {
        UnderWay ending = underWay;
        if (ending == null) {
            return;
        }
        underWay = null;
        Applying.Applied applied;
        try {
            applied = ending.applying().await();
        } catch (RuntimeException e) {
            batch = new BatchBuilder(target);
            throw e;
        }
        Map<PartitionId, Claim> claims = ending.applying().claims();
        boolean isDurable = !target.isCheckpointNeeded();
        claims.forEach((id, claim) -> {
            counts.partition(id).applied(claim.nextOffset());
            if (isDurable) {
                counts.partition(id).durable(claim.nextOffset());
            }
        });
        letters.settled(claims);
        if (ending.records() > 0) {
            counts.batchApplied(ending.records(), ending.effect(), applied.changes(), applied.tookMs());
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
        underWay = null;
        target.reopen();
        batch = new BatchBuilder(target);
        return open(assigned);
    }
}
