package dev.velella.record;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule that the patches of a stream follow each other: numbers count up from 1 without a gap, and the hash of the
 * state before, plus the added and minus the deleted statements, is the hash that the patch announces. A snapshot is
 * whole by itself: the hash of its statements is the one announced. Stateless.
 */
public final class PatchChain {
    private PatchChain() {}

    /**
     * Why a patch does not follow; empty if it does.
     *
     * @param before where the stream stands; null before its first patch
     * @param announced what the patch says
     * @param change {@link #change} of the patch
     */
    public static Optional<String> breach(@Nullable PatchPosition before, PatchPosition announced, long change) {
        if (announced.snapshot()) {
            return hashBreach(announced, GraphHash.EMPTY + change);
        }
        long expected = next(before);
        return announced.number() == expected
                ? hashBreach(announced, (before == null ? GraphHash.EMPTY : before.hash()) + change)
                : Optional.of("expected patch number " + expected + ", found " + announced.number());
    }

    /** Number of the patch that follows. */
    public static long next(@Nullable PatchPosition before) {
        return before == null ? 1 : before.number() + 1;
    }

    private static Optional<String> hashBreach(PatchPosition announced, long reached) {
        return announced.hash() == reached
                ? Optional.empty()
                : Optional.of("expected state hash " + GraphHash.format(announced.hash()) + " after patch "
                        + announced.number() + ", found " + GraphHash.format(reached));
    }

    /** What the rows of a patch add to the hash of a graph; transactions that are aborted add nothing. */
    public static long change(Iterable<PatchOperation> rows) {
        long sum = 0;
        long atStart = 0;
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                sum += GraphHash.of(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                sum -= GraphHash.of(delete.statement());
            } else if (row == Transaction.START) {
                atStart = sum;
            } else if (row == Transaction.ABORT) {
                sum = atStart;
            }
        }
        return sum;
    }
}
