package dev.velella.diff.state;

import dev.velella.rdf.GraphHash;

/**
 * What is kept of a stream beside its graph. Immutable. Times are in ms since 1970.
 *
 * @param number of the last patch; 0 before the first
 * @param hash {@link GraphHash} of the graph
 * @param lastTime largest event time of the stream's elements; {@link #NO_TIME} before the first and after the end
 * @param lastInput wall clock when the last element was taken; {@link #NO_TIME} where silence means nothing: before the
 *     first, after the end, and once the app has acted on it
 * @param blankNodes blank nodes that were given an id so far
 * @param snapshotNumber number of the patch that the last snapshot stands for; 0 before the first and after the end
 * @param snapshotTime wall clock of the last snapshot or, before the first, of the begin of the stream; {@link #NO_TIME}
 *     before that and after the end
 */
public record StreamHead(
        long number,
        long hash,
        long lastTime,
        long lastInput,
        long blankNodes,
        long snapshotNumber,
        long snapshotTime) {
    /** Older than any time. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** Of a stream of which nothing is known. */
    static final StreamHead NONE = new StreamHead(0, GraphHash.EMPTY, NO_TIME, NO_TIME, 0, 0, NO_TIME);

    /** One patch later. */
    public StreamHead patched(long hashAfter, long time) {
        return new StreamHead(number + 1, hashAfter, time, lastInput, blankNodes, snapshotNumber, snapshotTime);
    }

    public StreamHead withLastTime(long time) {
        return new StreamHead(number, hash, time, lastInput, blankNodes, snapshotNumber, snapshotTime);
    }

    public StreamHead withLastInput(long time) {
        return new StreamHead(number, hash, lastTime, time, blankNodes, snapshotNumber, snapshotTime);
    }

    public StreamHead withBlankNodes(long count) {
        return new StreamHead(number, hash, lastTime, lastInput, count, snapshotNumber, snapshotTime);
    }

    public StreamHead withSnapshot(long patchNumber, long time) {
        return new StreamHead(number, hash, lastTime, lastInput, blankNodes, patchNumber, time);
    }

    /** After an element that was taken at this time. */
    public StreamHead afterInput(long now) {
        return withLastInput(now).withSnapshot(snapshotNumber, snapshotTime == NO_TIME ? now : snapshotTime);
    }

    /** After the end of the stream; number, hash and event time as before. */
    public StreamHead ended() {
        return withLastInput(NO_TIME).withSnapshot(0, NO_TIME);
    }

    /** Whether the stream has been silent for so long. */
    public boolean isSilent(long ttlMs, long now) {
        return lastInput != NO_TIME && now - lastInput >= ttlMs;
    }

    void write(StateOutput out) {
        out.number(number);
        out.fixed(hash);
        out.signed(lastTime);
        out.signed(lastInput);
        out.number(blankNodes);
        out.number(snapshotNumber);
        out.signed(snapshotTime);
    }

    static StreamHead read(StateInput in) {
        return new StreamHead(in.number(), in.fixed(), in.signed(), in.signed(), in.number(), in.number(), in.signed());
    }
}
