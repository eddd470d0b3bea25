package dev.velella.diff.state;

/**
 * Describes the stored records of one stream's graph: a base, and the deltas that follow it. Immutable.
 *
 * @param baseNumber number of the patch after which the base was stored
 * @param baseBytes size of the base in bytes; 0 if nothing is stored
 * @param deltas number of deltas since the base
 * @param deltaBytes size of all deltas in bytes, plus {@link #DELTA_OVERHEAD} for each delta
 */
record StateChain(long baseNumber, long baseBytes, int deltas, long deltaBytes) {
    /** Additional cost of a delta beside its own bytes, in the topic and at each look-up, in bytes. */
    static final int DELTA_OVERHEAD = 64;

    /** The chain of a stream without stored records. */
    static final StateChain NONE = new StateChain(0, 0, 0, 0);

    static StateChain ofBase(long number, int bytes) {
        return new StateChain(number, bytes, 0, 0);
    }

    /** Whether there is a base, so that a delta can follow it. */
    boolean hasBase() {
        return baseBytes > 0;
    }

    StateChain withDelta(int bytes) {
        return new StateChain(baseNumber, baseBytes, deltas + 1, deltaBytes + bytes + DELTA_OVERHEAD);
    }
}
