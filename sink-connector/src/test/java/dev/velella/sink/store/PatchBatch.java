package dev.velella.sink.store;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts patches into batches for tests of stores, as the sink does with records that follow each other. */
public final class PatchBatch {
    private PatchBatch() {}

    /**
     * Takes in the patch of one record, which must follow the last one of its stream.
     *
     * @param key of the record; null where it has none, and then it is not numbered
     * @throws PatchRefusedException if the patch must not be applied
     */
    public static void add(
            BatchBuilder batch,
            PartitionId partition,
            Claim claim,
            long offset,
            @Nullable String key,
            @Nullable PatchPosition position,
            RdfPatch patch) {
        List<PatchOperation> rows = NetEffect.effectiveRows(patch);
        if (key == null) {
            batch.apply(partition, claim, offset, null, rows, null, null);
            return;
        }
        StreamId stream = new StreamId(partition.topic(), key);
        ChainStep step = ChainStep.of(batch.chain(stream), position, PatchChain.change(rows), (at, change) -> false);
        if (step instanceof ChainStep.Follows follows) {
            batch.apply(partition, claim, offset, key, rows, stream, follows.after());
        } else {
            throw new PatchRefusedException(RefusalReason.CHAIN, String.valueOf(step));
        }
    }
}
