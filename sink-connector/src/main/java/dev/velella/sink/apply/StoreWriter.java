package dev.velella.sink.apply;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.StoreOwner;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordIntake;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.Divergence;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to one store, each once, whether a task has one store or many. It holds the claims of the partitions, the
 * batch that is being collected, and the batch before it, which the store applies meanwhile.
 *
 * <p>Invariants:
 * <ul>
 * <li>A record below the next offset of its partition is left out, so redelivery changes nothing.
 * <li>A batch begins when its dead letters are written, and counts as applied when the store says so.
 * <li>If a batch fails, all that was collected after it is void, and so is every claim. Nothing is taken in before the
 *     partitions are claimed again.
 * </ul>
 *
 * <p>Used by the task's thread only.
 */
public final class StoreWriter {
    private final Target target;
    private final @Nullable Object store;
    private final @Nullable StreamLooks looks;
    private final StoreOwner owner;
    private final OnChainBreak onBreak;
    private final RecordIntake intake;
    private final DeadLetters letters;
    private final BatchLimits limits;
    private final SinkCounts counts;
    private final Divergence divergence;

    /** The claims after the batch under way. */
    private final Map<PartitionId, Claim> claims = new HashMap<>();

    /** The batch that is being collected. It follows {@link #underWay}. */
    private BatchBuilder batch;

    private @Nullable UnderWay underWay;
    private long batches;
    private boolean refusesNumbered;

    /** A batch that the store has begun to apply. */
    private record UnderWay(Applying applying, Batch batch, int records) {}

    /**
     * A writer without claims.
     *
     * @param store which store it is, if a task has many; null if it is the only one: then the figures of its
     *     partitions are those of the task, and its streams are looked at
     * @param letters receives refused records
     * @param counts counters of the task
     * @param clockMs any steadily growing count of ms
     */
    public StoreWriter(
            Target target,
            @Nullable Object store,
            RdfSinkConfig config,
            DeadLetters letters,
            SinkCounts counts,
            LongSupplier clockMs) {
        this.target = target;
        this.store = store;
        this.owner = new StoreOwner(target, config);
        this.onBreak = config.onChainBreak();
        this.intake = new RecordIntake(config, new TermPolicy(target.capabilities(), config.blankNodes()), counts);
        this.letters = letters;
        this.limits = new BatchLimits(config, clockMs);
        this.counts = counts;
        this.divergence = new Divergence(config, config.describeTarget(), clockMs);
        this.looks = store == null ? new StreamLooks(target, config, counts, divergence, clockMs) : null;
        this.batch = new BatchBuilder(target);
    }

    /** Checks that no other connector has partitions that are about to be claimed; see {@link StoreOwner#check}. */
    public void checkOwner(Collection<PartitionId> ids) {
        owner.check(ids);
    }

    /** Claims partitions. Returns the claims; a claim has the offset from which the store needs its partition. */
    public Map<PartitionId, Claim> claim(Collection<PartitionId> ids) {
        finish();
        Map<PartitionId, Claim> claimed = owner.claim(ids);
        limits.claimed(claimed.values());
        claims.putAll(claimed);
        if (store == null) {
            claimed.forEach((id, claim) -> counts.partition(id).claimed(claim.nextOffset()));
        }
        return claimed;
    }

    /** Gives up partitions that another task may have from now on. None of their records may wait. */
    public void release(Collection<PartitionId> ids) {
        claims.keySet().removeAll(ids);
        if (store == null) {
            ids.forEach(id -> counts.partition(id).closed());
        }
    }

    /** The claimed partitions, as they are now. */
    public Set<PartitionId> claimed() {
        return Set.copyOf(claims.keySet());
    }

    /** Returns the store to its durable state and claims partitions again. What was not applied is forgotten. */
    public Map<PartitionId, Claim> reopen(Collection<PartitionId> ids) {
        forget();
        target.reopen();
        return claim(ids);
    }

    /**
     * Offset of the first record of a claimed partition that was not taken in.
     *
     * @throws ConnectException if the partition is not claimed
     */
    public long nextOffset(PartitionId id) {
        Claim claim = claim(id);
        return batch.nextOffset(id).orElse(claim.nextOffset());
    }

    private Claim claim(PartitionId id) {
        Claim claim = claims.get(id);
        if (claim == null) {
            throw new ConnectException("got a record of partition " + id + ", which is not open");
        }
        return claim;
    }

    /** Whether the store has a record, or has it in a batch. */
    public boolean has(InputRecord record) {
        return record.offset() < nextOffset(record.partition());
    }

    /** Reads what the store must know to take these records in. Only makes {@link #take} faster. */
    public void prefetch(Collection<InputRecord> records) {
        target.prefetch(
                intake.streams(records.stream().filter(record -> !has(record)).toList()));
    }

    /** The best order to take records in; see {@link RecordIntake#inOrder}. */
    Collection<InputRecord> inOrder(Collection<InputRecord> records) {
        return intake.inOrder(records, batch);
    }

    /**
     * Takes a record in, if the store does not have it.
     *
     * @throws DataException if the record is refused and must not be put aside; it was not taken in
     */
    public void take(InputRecord record, RecordContent.Decoded content) {
        if (!has(record)) {
            try {
                intake.take(batch, opening(record), record, content);
                batch.eventTime(record.eventTimeMs());
            } catch (PatchRefusedException e) {
                refuse(record, content, e);
            }
        }
    }

    /** The claim for a record that comes next. */
    private Claim opening(InputRecord record) {
        if (batch.records() == 0) {
            limits.opened();
        }
        return claim(record.partition());
    }

    /** Leaves a record out. */
    void pass(InputRecord record) {
        batch.pass(record.partition(), opening(record), record.offset());
    }

    /** Notes that the store has all records of a partition below an offset. */
    void passTo(PartitionId id, long offset) {
        batch.passTo(id, claim(id), offset);
    }

    /** See {@link RecordIntake#passUndecoded}. */
    boolean passUndecoded(InputRecord record) {
        return intake.passUndecoded(batch, opening(record), record);
    }

    /** See {@link RecordIntake#breakUndecodable}. */
    boolean breakUndecodable(InputRecord record, String reason) {
        return intake.breakUndecodable(batch, opening(record), record, reason);
    }

    /**
     * Puts a record aside.
     *
     * @param content its decoded content; null if it was not decoded
     * @throws DataException if the record must not be put aside
     */
    void refuse(InputRecord record, @Nullable RecordContent content, PatchRefusedException refusal) {
        PatchRefusedException why = store == null
                ? refusal
                : new PatchRefusedException(refusal.kind(), "store " + store + ": " + refusal.getMessage());
        if (why.kind() == RefusalReason.CHAIN && onBreak == OnChainBreak.FAIL) {
            throw new DataException(record.place() + ": " + why.getMessage(), why);
        }
        if (refusesNumbered && record.isNumbered()) {
            throw new DataException(
                    record.place()
                            + ": the store cannot be built again without this record, and was left as it is: "
                            + why.getMessage(),
                    why);
        }
        letters.put(store, record, content, why);
        pass(record);
    }

    /**
     * Sets whether the refusal of a numbered record ends the task, whatever the options say. This is necessary while a
     * store is rebuilt, because without the record the store would not hold the graph of the stream.
     */
    public void refuseNumbered(boolean refuses) {
        refusesNumbered = refuses;
    }

    /** Begins to apply the collected batch if it has reached a limit. */
    public void commitIfFull() {
        if (limits.isReached(batch)) {
            commit();
        }
    }

    /**
     * Begins to apply the collected batch, and waits for the batch before it.
     *
     * @throws ConnectException if a dead letter could not be written; nothing has begun
     * @throws dev.velella.sink.error.StoreFailedException if the store failed, maybe with the batch before it
     * @throws dev.velella.sink.error.StoreUnavailableException under the same condition, if another attempt makes sense
     * @throws dev.velella.sink.error.StaleClaimException if another writer has taken a partition
     */
    public void commit() {
        if (batch.isEmpty()) {
            return;
        }
        letters.await();
        if (underWay != null && underWay.applying().isDone()) {
            finish(); // if it failed, the store gets nothing that was collected after it
        }
        Batch full = batch.build();
        int records = batch.records();
        batch = new BatchBuilder(target);
        Applying applying = orForget(() -> target.begin(full)); // the store applies it after the batch before
        finish();
        underWay = new UnderWay(applying, full, records);
        claims.putAll(applying.claims());
        if (applying.isDone()) {
            finish();
        }
        limits.opened(); // the limit for the waiting time of a batch's first record also applies to the batch under way
    }

    /** Applies all records that were taken in, and returns when they are applied; see {@link #commit}. */
    public void settle() {
        commit();
        finish();
    }

    /** Whether there are records that were taken in but not applied. */
    public boolean isWaiting() {
        return !batch.isEmpty() || underWay != null;
    }

    /** Number of batches with records that the store has applied. */
    public long batches() {
        return batches;
    }

    /** The limits for the size and the time of a batch. */
    public BatchLimits limits() {
        return limits;
    }

    private void finish() {
        UnderWay ending = underWay;
        if (ending == null) {
            return;
        }
        Applying.Applied applied = orForget(ending.applying()::await);
        underWay = null;
        Map<PartitionId, Claim> after = ending.applying().claims();
        after.forEach((id, claim) -> letters.settled(store, id, claim.nextOffset()));
        if (ending.records() > 0) {
            batches++;
            if (counts.batchApplied(ending.records(), ending.batch().effect(), applied.changes(), applied.tookMs())) {
                applied.changes().ifPresent(real -> divergence.ofBatch(ending.batch(), real));
            }
        }
        if (looks != null) {
            after.forEach((id, claim) -> figures(id, claim.nextOffset()));
            looks.applied(ending.batch());
        }
    }

    private void figures(PartitionId id, long nextOffset) {
        counts.partition(id).applied(nextOffset);
        if (!target.isCheckpointNeeded()) {
            counts.partition(id).durable(nextOffset);
        }
    }

    /** Looks at the graph of a stream, if that is due. No records may wait. */
    public void lookWhenDue() {
        if (looks != null) {
            looks.lookWhenDue();
        }
    }

    private <T> T orForget(Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            forget();
            throw e;
        }
    }

    /** Forgets all that was not applied, and the claims. The result of a batch under way stays unknown. */
    private void forget() {
        underWay = null;
        batch = new BatchBuilder(target);
        claims.clear();
    }
}
