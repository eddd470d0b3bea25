package dev.velella.sink;

import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The batch that is being collected, and the one before it that the target applies meanwhile. A batch that fails voids the one
 * that was collected after it. Not thread-safe.
 */
final class BatchPipeline {
    private final Target target;
    private final OpenPartitions partitions;
    private final DeadLetters letters;
    private final BatchLimits limits;
    private final SinkCounts counts;

    /** What is being collected; it follows what is under way. */
    private BatchBuilder batch;

    private @Nullable UnderWay underWay;

    /** A batch that the target has begun to apply. */
    private record UnderWay(Applying applying, int records, NetEffect effect) {}

    /**
     * Nothing is collected.
     *
     * @param letters that are written before their batch is applied
     */
    BatchPipeline(
            Target target, OpenPartitions partitions, DeadLetters letters, BatchLimits limits, SinkCounts counts) {
        this.target = target;
        this.partitions = partitions;
        this.letters = letters;
        this.limits = limits;
        this.counts = counts;
        this.batch = new BatchBuilder(target);
    }

    /** What is being collected now. */
    BatchBuilder collecting() {
        return batch;
    }

    /** Whether something was taken in that is not applied. */
    boolean isWaiting() {
        return !batch.isEmpty() || underWay != null;
    }

    /** Begins to apply what was collected. */
    void commit() {
        if (batch.isEmpty()) {
            return;
        }
        letters.await();
        Batch full = batch.build((id, nextOffset) -> partitions.get(id).replayFrom(nextOffset));
        int records = batch.records();
        batch = new BatchBuilder(target);
        Applying applying = target.begin(full); // when the one before is applied
        finish();
        underWay = new UnderWay(applying, records, full.effect());
        applying.claims().forEach((id, claim) -> partitions.get(id).advance(claim));
        if (applying.isDone()) {
            finish();
        }
        limits.opened(); // what is under way is waited for as long as the first record of a batch waits
    }

    /** Waits for what is under way. If that fails, what was collected after it is void. */
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
        if (ending.records() > 0) {
            counts.batchApplied(ending.records(), ending.effect(), applied.changes(), applied.tookMs());
        }
    }

    /** What is under way is not waited for any more; it is not known what becomes of it. */
    void forgetUnderWay() {
        underWay = null;
    }

    /** What was collected is void. */
    void discard() {
        batch = new BatchBuilder(target);
    }
}
