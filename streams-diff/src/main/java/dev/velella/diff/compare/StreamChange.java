package dev.velella.diff.compare;

import org.jspecify.annotations.Nullable;

/**
 * The change from the graph of a stream to its next graph, with all that {@link StreamGraph} needs to apply it.
 * Contains real changes only. Immutable. The change is void once the graph for which it was computed has changed.
 */
public final class StreamChange {
    private final RollingDiff diff;
    private final int[] deleted;
    private final long[] addHashes;
    private final long hashAfter;
    private final int @Nullable [] order;

    /**
     * @param deleted slots of the deleted statements, ascending, in the same order as the deletes of the diff
     * @param addHashes {@link dev.velella.rdf.GraphHash GraphHash} of each add
     * @param hashAfter hash of the next graph
     * @param order the statements of the next graph in the order of its element; each is a slot, or -1 minus the number
     *     of an add. Null if the order of the slots is nearly the same
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

    /** The array itself, not a copy. */
    public int[] deleted() {
        return deleted;
    }

    long addHash(int add) {
        return addHashes[add];
    }

    public long hashAfter() {
        return hashAfter;
    }

    /** The array itself, not a copy. */
    int @Nullable [] order() {
        return order;
    }
}
