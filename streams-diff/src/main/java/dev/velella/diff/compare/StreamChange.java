package dev.velella.diff.compare;

import org.jspecify.annotations.Nullable;

/**
 * What turns the graph of a stream into its next one, with what {@link StreamGraph} needs to make the change. Holds real
 * changes only; immutable, and void once the graph it was computed for has changed.
 */
public final class StreamChange {
    private final RollingDiff diff;
    private final int[] deleted;
    private final long[] addHashes;
    private final long hashAfter;
    private final int @Nullable [] order;

    /**
     * @param deleted slots of the deletes, ascending, in the order of those of the diff
     * @param addHashes {@link dev.velella.rdf.GraphHash GraphHash} of the adds
     * @param hashAfter of the next graph
     * @param order the statements of the next graph in the order of its element: a slot, or -1 - number of an add; null
     *     where the order of slots is nearly that
     */
    public StreamChange(RollingDiff diff, int[] deleted, long[] addHashes, long hashAfter, int @Nullable [] order) {
        this.diff = diff;
        this.deleted = deleted;
        this.addHashes = addHashes;
        this.hashAfter = hashAfter;
        this.order = order;
    }

    public RollingDiff diff() {
        return diff;
    }

    public boolean isEmpty() {
        return diff.isEmpty();
    }

    /** Not a copy. */
    public int[] deleted() {
        return deleted;
    }

    long addHash(int add) {
        return addHashes[add];
    }

    public long hashAfter() {
        return hashAfter;
    }

    /** Not a copy. */
    int @Nullable [] order() {
        return order;
    }
}
