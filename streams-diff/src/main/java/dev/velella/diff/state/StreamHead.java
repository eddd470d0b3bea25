package dev.velella.diff.state;

import dev.velella.rdf.GraphHash;

/**
 * The state of a stream without its graph. Immutable. Times are in ms since 1970.
 *
 * @param number number of the last patch; 0 before the first patch
 * @param hash {@link GraphHash} of the graph
 * @param lastTime largest event time of the stream's elements; {@link #NO_TIME} before the first element and after the
 *     end
 * @param lastInput wall clock when the last element was taken; {@link #NO_TIME} if the stream cannot become silent:
 *     before the first element, after the end, and after the app has handled its silence
 * @param blankNodes number of blank nodes that have got an id so far
 * @param snapshotNumber number of the last patch that the last snapshot covers; 0 before the first snapshot and after
 *     the end
 * @param snapshotTime wall clock of the last snapshot or, before the first snapshot, of the begin of the stream;
 *     {@link #NO_TIME} before the begin and after the end
 */
public record StreamHead(
        long number,
        long hash,
        long lastTime,
        long lastInput,
        long blankNodes,
        long snapshotNumber,
        long snapshotTime) {
    /** Value for an unknown time. It is less than every time. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** The head of an unknown stream. */
    static final StreamHead NONE = new StreamHead(0, GraphHash.EMPTY, NO_TIME, NO_TIME, 0, 0, NO_TIME);

    /** The head after one more patch. */
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

    /** The head after an element that was taken at this time. */
    public StreamHead afterInput(long now) {
        return withLastInput(now).withSnapshot(snapshotNumber, snapshotTime == NO_TIME ? now : snapshotTime);
    }

    /** The head after the end of the stream. Number, hash and event time stay the same. */
    public StreamHead ended() {
        return withLastInput(NO_TIME).withSnapshot(0, NO_TIME);
    }

    /** Whether the stream has been silent for at least this time. */
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
