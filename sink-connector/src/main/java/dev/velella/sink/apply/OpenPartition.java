package dev.velella.sink.apply;

import dev.velella.converter.UndecodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.sink.history.Rewind;
import dev.velella.sink.store.Claim;
import org.jspecify.annotations.Nullable;

/**
 * The state of a claimed partition: its claim, its key frames, and its rewind, if it is read again for the sake of a
 * record. A partition that is opened again gets a new object. Not thread-safe.
 */
final class OpenPartition {
    private final KeyFrameTracker keyFrames;
    private final Rewind rewind;
    private Claim claim;

    /** Offset up to which the key frames of live streams are known. */
    private long readTo;

    OpenPartition(Claim claim, KeyFrameTracker keyFrames, Rewind rewind) {
        this.claim = claim;
        this.keyFrames = keyFrames;
        this.rewind = rewind;
        this.readTo = claim.replayFrom();
    }

    Claim claim() {
        return claim;
    }

    void advance(Claim next) {
        claim = next;
    }

    /**
     * Notes that a record was decoded. Called before the record is applied.
     *
     * @param header position of the record in its stream; null for a self-contained record
     * @throws dev.velella.sink.history.PassedOverException under the same conditions as {@link Rewind#decoded}
     */
    void decoded(long offset, @Nullable JellyHeader header) {
        rewind.decoded(offset, header);
    }

    /** Notes that a record is finished without being decoded, see {@link Rewind#dealtWith}. */
    void dealtWith(long offset) {
        rewind.dealtWith(offset);
    }

    /** Notes that a decoded record is finished: it was applied, left out or put aside, now or at an earlier reading. */
    void passed(long offset, @Nullable JellyHeader header) {
        if (header != null) {
            keyFrames.read(header, offset);
        }
        readTo = Math.max(readTo, offset + 1);
    }

    /**
     * The offset after the last record that was finished since the partition was opened. If there is none, the offset
     * at which reading began.
     */
    long readTo() {
        return readTo;
    }

    /**
     * The offset from which the partition must be read again, so that the record at an offset can be decoded.
     *
     * @throws dev.velella.sink.error.PatchRefusedException under the same conditions as {@link Rewind#to}
     */
    long rewind(long offset, UndecodedFrame frame) {
        return rewind.to(offset, frame, keyFrames.replayFrom(offset));
    }

    /**
     * The offset from which to read in order to continue at {@code nextOffset}. All records below {@code nextOffset}
     * are applied.
     */
    long replayFrom(long nextOffset) {
        return keyFrames.replayFrom(nextOffset);
    }
}
