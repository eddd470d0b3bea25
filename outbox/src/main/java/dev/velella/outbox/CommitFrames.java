package dev.velella.outbox;

import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows as self-contained Jelly-Patch frames, each with transaction borders. Rows that would be too large for a record
 * of Kafka are divided among several frames. Owned by one thread at a time.
 */
final class CommitFrames {
    private static final int MOST_ROWS = 10_000;
    private static final int MOST_BYTES = 512 << 10;

    private final JellyPatchEncoder encoder =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), StatementOrder.DENSE, Limits.DEFAULT);

    /** The frames of these rows, in their order. */
    List<byte[]> of(List<PatchOperation> rows) {
        List<byte[]> frames = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += MOST_ROWS) {
            divide(rows.subList(from, Math.min(rows.size(), from + MOST_ROWS)), frames);
        }
        return frames;
    }

    private void divide(List<PatchOperation> rows, List<byte[]> frames) {
        byte[] frame = frame(rows);
        if (frame.length <= MOST_BYTES || rows.size() == 1) {
            frames.add(frame);
        } else {
            int half = rows.size() / 2;
            divide(rows.subList(0, half), frames);
            divide(rows.subList(half, rows.size()), frames);
        }
    }

    private byte[] frame(List<PatchOperation> rows) {
        List<PatchOperation> all = new ArrayList<>(rows.size() + 2);
        all.add(PatchOperation.Transaction.START);
        all.addAll(rows);
        all.add(PatchOperation.Transaction.COMMIT);
        return encoder.encode(new RdfPatch(all));
    }
}
