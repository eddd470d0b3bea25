package dev.velella.sink.apply;

import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.metrics.Divergence;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds two batches: a batch that is being collected, and the batch before it, which the target applies meanwhile. If
 * that batch fails, the batch collected after it is void. Not thread-safe.
 */
final class BatchPipeline {
    private final Target target;
    private final OpenPartitions partitions;
    private final DeadLetters letters;
    private final BatchLimits limits;
    private final SinkCounts counts;
    private final StreamLooks looks;
    private final Divergence divergence;

    /** The batch that is being collected. It follows {@link #underWay}. */
    private BatchBuilder batch;

    private @Nullable UnderWay underWay;

    /** A batch that the target has begun to apply. */
    private record UnderWay(Applying applying, int records, Batch batch) {}

    /**
     * Makes a pipeline without a batch.
     *
     * @param letters dead letters, which are written before their batch is applied
     * @param looks hears of each batch
     * @param divergence hears of a batch that changed something else than its patches say
     */
    BatchPipeline(
            Target target,
            OpenPartitions partitions,
            DeadLetters letters,
            BatchLimits limits,
            SinkCounts counts,
            StreamLooks looks,
            Divergence divergence) {
        this.target = target;
        this.partitions = partitions;
        this.letters = letters;
        this.limits = limits;
        this.counts = counts;
        this.looks = looks;
        this.divergence = divergence;
        this.batch = new BatchBuilder(target);
    }

    /** The batch that is being collected. */
    BatchBuilder collecting() {
        return batch;
    }

    /** Whether there are records that were taken in but not applied. */
    boolean isWaiting() {
        return !batch.isEmpty() || underWay != null;
    }

    /** Begins to apply the collected batch, and waits for the batch before it. */
    void commit() {
        if (batch.isEmpty()) {
            return;
        }
        letters.await();
        Batch full = batch.build();
        int records = batch.records();
        batch = new BatchBuilder(target);
        Applying applying = target.begin(full); // the target applies it after the batch before
        finish();
        underWay = new UnderWay(applying, records, full);
        partitions.put(applying.claims());
        if (applying.isDone()) {
            finish();
        }
        limits.opened(); // the limit for the waiting time of a batch's first record also applies to the batch under way
    }

    /** Waits for the batch under way. If that batch fails, the batch collected after it is void. */
    void finish() {
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
        if (ending.records() > 0
                && counts.batchApplied(
                        ending.records(), ending.batch().effect(), applied.changes(), applied.tookMs())) {
            applied.changes().ifPresent(real -> divergence.ofBatch(ending.batch(), real));
        }
        looks.applied(ending.batch());
    }

    /** Forgets the batch under way without waiting for it. Its result stays unknown. */
    void forgetUnderWay() {
        underWay = null;
    }

    /** Throws the collected batch away. */
    void discard() {
        batch = new BatchBuilder(target);
    }
}
