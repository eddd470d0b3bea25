package dev.velella.outbox;

import dev.velella.rdf.GraphHash;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/**
 * Statements of a snapshot: those whose hashes follow a hash.
 *
 * @param frontier hash after which they begin, unsigned; null for the first ones
 * @param most how many there are at most
 */
record SnapshotRange(@Nullable Long frontier, int most) {
    private static final int MOST = 1_000_000;

    /** @throws SailException if the text is not {@code FRONTIER:MOST} */
    static SnapshotRange parse(String text) {
        String[] parts = text.split(":", -1);
        try {
            if (parts.length == 2) {
                Long frontier = parts[0].equals("begin") ? null : Long.valueOf(GraphHash.parse(parts[0]));
                return new SnapshotRange(frontier, Math.max(1, Math.min(MOST, Integer.parseInt(parts[1]))));
            }
        } catch (IllegalArgumentException e) {
            // the message below says enough
        }
        throw new SailException("not a range of a snapshot (FRONTIER:MOST): " + text);
    }

    boolean has(long hash) {
        return frontier == null || Long.compareUnsigned(hash, frontier) > 0;
    }
}
