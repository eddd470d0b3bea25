package dev.velella.diff.state;

/**
 * What is stored of one stream's graph: a base, and deltas that follow each other from there. Immutable.
 *
 * @param baseNumber number of the patch whose graph the base is
 * @param baseBytes size of the base; 0 where nothing is stored
 * @param deltas number of deltas since
 * @param deltaBytes their size, with {@link #DELTA_OVERHEAD} for each
 */
record StateChain(long baseNumber, long baseBytes, int deltas, long deltaBytes) {
    /** What a delta costs beside its own bytes, in its topic and when it is looked up. */
    static final int DELTA_OVERHEAD = 64;

    /** Nothing is stored. */
    static final StateChain NONE = new StateChain(0, 0, 0, 0);

    static StateChain ofBase(long number, int bytes) {
        return new StateChain(number, bytes, 0, 0);
    }

    /** Whether there is a base that a delta can follow. */
    boolean hasBase() {
        return baseBytes > 0;
    }

    StateChain withDelta(int bytes) {
        return new StateChain(baseNumber, baseBytes, deltas + 1, deltaBytes + bytes + DELTA_OVERHEAD);
    }
}
