package dev.velella.record;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the chain of patches of a stream:
 *
 * <ul>
 * <li>Numbers count up from 1 without a gap.
 * <li>Each patch announces a hash. The hash of the state before, plus the added and minus the deleted statements, must
 *     be equal to it.
 * <li>A snapshot is complete by itself: the hash of its statements must be equal to the hash that it announces.
 * </ul>
 *
 * <p>Stateless.
 */
public final class PatchChain {
    /** Cause of a number that comes again with another content, in addition to a second writer. */
    private static final String AGAIN =
            ", a number that was there before. So it is if the topic is a copy that holds records"
                    + " of aborted transactions: MirrorMaker 2 copies these unless it has consumer.isolation.level=read_committed";

    private PatchChain() {}

    /**
     * The reason why a patch does not follow; empty if it follows.
     *
     * @param before position of the stream; null before its first patch
     * @param announced position that the patch announces
     * @param change {@link #change} of the patch
     */
    public static Optional<String> breach(@Nullable PatchPosition before, PatchPosition announced, long change) {
        if (announced.snapshot()) {
            return hashBreach(announced, GraphHash.EMPTY + change);
        }
        long expected = next(before);
        if (announced.number() == expected) {
            return hashBreach(announced, (before == null ? GraphHash.EMPTY : before.hash()) + change);
        }
        return Optional.of("expected patch number " + expected + ", found " + announced.number()
                + (announced.number() < expected ? AGAIN : ""));
    }

    /** Number of the next patch. */
    public static long next(@Nullable PatchPosition before) {
        return before == null ? 1 : before.number() + 1;
    }

    private static Optional<String> hashBreach(PatchPosition announced, long reached) {
        return announced.hash() == reached
                ? Optional.empty()
                : Optional.of("expected state hash " + GraphHash.format(announced.hash()) + " after patch "
                        + announced.number() + ", found " + GraphHash.format(reached));
    }

    /** The value that the rows of a patch add to the hash of a graph. Transactions that are aborted add nothing. */
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
