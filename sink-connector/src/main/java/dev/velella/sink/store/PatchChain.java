package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchPosition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule that the patches of a stream must follow each other: numbers count up from 1 without a gap, and the hash of
 * the state before, plus the added and minus the deleted statements, is the hash that the patch announces. A stream
 * whose patches carry no position has no chain; it cannot get rid of one it has.
 */
final class PatchChain {
    private PatchChain() {}

    /**
     * Checks one patch against where its stream stands.
     *
     * @param stored position of the stream; empty before its first numbered patch
     * @param announced position in the patch's header; null without a header
     * @param rows effective rows of the patch
     * @throws PatchRefusedException if the patch does not follow
     */
    static void check(Optional<PatchPosition> stored, @Nullable PatchPosition announced, List<PatchOperation> rows) {
        if (announced == null) {
            stored.ifPresent(position -> {
                throw broken(
                        "a patch with number " + (position.number() + 1), "a patch without the header that numbers it");
            });
            return;
        }
        if (announced.snapshot()) {
            throw broken("a change", "a snapshot of the whole graph (patch " + announced.number() + ")");
        }
        long expected = stored.map(PatchPosition::number).orElse(0L) + 1;
        if (announced.number() != expected) {
            throw broken("patch number " + expected, "patch number " + announced.number());
        }
        long reached = stored.map(PatchPosition::hash).orElse(GraphHash.EMPTY) + change(rows);
        if (announced.hash() != reached) {
            throw broken(
                    "state hash " + GraphHash.format(announced.hash()) + " after patch " + expected,
                    GraphHash.format(reached));
        }
    }

    private static long change(List<PatchOperation> rows) {
        long sum = 0;
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                sum += GraphHash.of(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                sum -= GraphHash.of(delete.statement());
            }
        }
        return sum;
    }

    private static PatchRefusedException broken(String expected, String found) {
        return new PatchRefusedException("the chain of patches is broken: expected " + expected + ", found " + found
                + ". A record is missing, repeated or not of this stream: rebuild the store from the beginning of the"
                + " topic (empty its directory), or restore the topic");
    }
}
