package dev.velella.sink.metrics;

import dev.velella.kit.retry.LogAllowance;
import dev.velella.letter.RefusalReason;
import dev.velella.sink.store.Changes;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters of a task since its start. The task's thread writes them; any thread may read them. */
public final class SinkCounts {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    /** Reasons for which the sink refuses records. */
    static final Set<RefusalReason> REASONS = EnumSet.of(
            RefusalReason.KEY,
            RefusalReason.HEADER,
            RefusalReason.CONTENT_TYPE,
            RefusalReason.UNDECODABLE,
            RefusalReason.MISSING_STATE,
            RefusalReason.KIND,
            RefusalReason.MALFORMED,
            RefusalReason.FORBIDDEN_GRAPH,
            RefusalReason.UNFIT,
            RefusalReason.TRIPLE_TERMS,
            RefusalReason.BLANK_NODES,
            RefusalReason.CHAIN,
            RefusalReason.ROUTE);

    /** Value if no record waits for what it builds on. */
    private static final long NOT_AWAITED = -1;

    private final LogAllowance warnings;
    private final LongSupplier clockMs;
    private volatile long awaitedSinceMs = NOT_AWAITED;

    public final AtomicLong records = new AtomicLong();
    final AtomicLong operationsIn = new AtomicLong();
    final AtomicLong operationsWritten = new AtomicLong();
    final AtomicLong statementsRemoved = new AtomicLong();
    final AtomicLong statementsAdded = new AtomicLong();
    final AtomicLong divergence = new AtomicLong();
    public final AtomicLong batches = new AtomicLong();
    final AtomicLong batchRecordsMax = new AtomicLong();
    final AtomicLong batchTimeMs = new AtomicLong();
    final AtomicLong batchTimeMaxMs = new AtomicLong();
    final AtomicLong checkpoints = new AtomicLong();
    final AtomicLong checkpointTimeMs = new AtomicLong();
    final AtomicLong checkpointTimeMaxMs = new AtomicLong();
    public final AtomicLong retries = new AtomicLong();
    final AtomicLong chainBreaks = new AtomicLong();
    final AtomicLong patchesSkipped = new AtomicLong();
    final AtomicLong repeats = new AtomicLong();
    final AtomicLong excluded = new AtomicLong();
    final AtomicLong patchesCovered = new AtomicLong();
    final AtomicLong snapshotsApplied = new AtomicLong();
    final AtomicLong snapshotsIgnored = new AtomicLong();
    private final Map<RefusalReason, AtomicLong> deadLetters = new EnumMap<>(RefusalReason.class);
    private final Map<PartitionId, PartitionProgress> partitions = new ConcurrentHashMap<>();

    private BiConsumer<PartitionId, PartitionProgress> newPartition = (id, progress) -> {};
    private volatile LongSupplier storeWaitingMs = () -> 0;

    /** @param clockMs any steadily growing count of ms */
    public SinkCounts(LongSupplier clockMs) {
        this.clockMs = clockMs;
        warnings = LogAllowance.everyTenSeconds(LOG, clockMs);
        for (RefusalReason reason : REASONS) {
            deadLetters.put(reason, new AtomicLong());
        }
    }

    /** The progress of one partition. */
    public PartitionProgress partition(PartitionId id) {
        return partitions.computeIfAbsent(id, unknown -> {
            PartitionProgress progress = new PartitionProgress();
            newPartition.accept(id, progress);
            return progress;
        });
    }

    /** @param listener is called for every new partition from now on */
    void onPartition(BiConsumer<PartitionId, PartitionProgress> listener) {
        newPartition = listener;
    }

    /** Time for which the store has not answered, in ms. */
    long storeWaitingMs() {
        return storeWaitingMs.getAsLong();
    }

    /**
     * Sets the source of the time without an answer of the store.
     *
     * @param ms gives the time for which the store has not answered, in ms; any thread may call it
     */
    public void onStore(LongSupplier ms) {
        storeWaitingMs = ms;
    }

    /** Logs a warning that may apply to very many records. The log has one such message every ten seconds. */
    public void log(String message) {
        warnings.warn(message);
    }

    /** Notes that the task waits for the dictionary of a record, or for the records on which it builds, and logs why. */
    public void dictionaryAwaited(String why) {
        if (awaitedSinceMs == NOT_AWAITED) {
            awaitedSinceMs = clockMs.getAsLong();
        }
        log(why);
    }

    /** Notes that no record waits for what it builds on any more. */
    public void dictionaryFound() {
        awaitedSinceMs = NOT_AWAITED;
    }

    /** Time for which the task has waited for what a record builds on, in ms; 0 if it does not wait. */
    long dictionaryWaitingMs() {
        long since = awaitedSinceMs;
        return since == NOT_AWAITED ? 0 : clockMs.getAsLong() - since;
    }

    public void applied(int operations) {
        operationsIn.addAndGet(operations);
    }

    public void deadLetter(RefusalReason reason) {
        deadLetters(reason).incrementAndGet();
    }

    AtomicLong deadLetters(RefusalReason reason) {
        AtomicLong count = deadLetters.get(reason);
        if (count == null) {
            throw new IllegalStateException("all are there: " + reason);
        }
        return count;
    }

    public void chainBroken() {
        chainBreaks.incrementAndGet();
    }

    public void skipped() {
        patchesSkipped.incrementAndGet();
    }

    public void repeated() {
        repeats.incrementAndGet();
    }

    /** Notes a record that was left out because it comes from the store itself. */
    public void excluded() {
        excluded.incrementAndGet();
    }

    public void covered() {
        patchesCovered.incrementAndGet();
    }

    public void snapshotApplied(int operations) {
        snapshotsApplied.incrementAndGet();
        operationsIn.addAndGet(operations);
    }

    public void snapshotIgnored() {
        snapshotsIgnored.incrementAndGet();
    }

    /**
     * Notes a batch that was applied.
     *
     * @param changed numbers of statements that the store really changed; empty if unknown
     * @return whether they are known, and are not those of the patches
     */
    public boolean batchApplied(int size, NetEffect effect, Optional<Changes> changed, long tookMs) {
        batches.incrementAndGet();
        records.addAndGet(size);
        batchRecordsMax.accumulateAndGet(size, Math::max);
        operationsWritten.addAndGet(effect.size());
        batchTimeMs.addAndGet(tookMs);
        batchTimeMaxMs.accumulateAndGet(tookMs, Math::max);
        if (changed.isEmpty()) {
            return false;
        }
        Changes expected = effect.expected();
        Changes real = changed.get();
        statementsRemoved.addAndGet(real.removed());
        statementsAdded.addAndGet(real.added());
        divergence.addAndGet(Math.abs(expected.removed() - real.removed()) + Math.abs(expected.added() - real.added()));
        return !expected.equals(real);
    }

    /** Notes a graph in the store that is not the graph to which the last patch of its stream led. */
    public void diverged() {
        divergence.incrementAndGet();
    }

    public void checkpointed(long tookMs) {
        checkpoints.incrementAndGet();
        checkpointTimeMs.addAndGet(tookMs);
        checkpointTimeMaxMs.accumulateAndGet(tookMs, Math::max);
    }
}
