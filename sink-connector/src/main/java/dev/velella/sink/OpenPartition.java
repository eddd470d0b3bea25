package dev.velella.sink;

import dev.velella.converter.UndecodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.sink.history.Rewind;
import dev.velella.sink.store.Claim;
import org.jspecify.annotations.Nullable;

/**
 * What the task knows of a partition while it has it: the claim, the key frames, and the record that it went back for.
 * A partition that is opened again gets a new one. Not thread-safe.
 */
final class OpenPartition {
    private final KeyFrameTracker keyFrames;
    private final Rewind rewind;
    private Claim claim;

    /** Up to here the key frames of running streams are known. */
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
     * Takes note of a record that was decoded, before it is applied.
     *
     * @param header its place in its stream; null for a self-contained record
     * @throws dev.velella.sink.history.PassedOverException as {@link Rewind#decoded}
     */
    void decoded(long offset, @Nullable JellyHeader header) {
        rewind.decoded(offset, header);
    }

    /** Takes note that a record came to its end without being decoded, as {@link Rewind#dealtWith}. */
    void dealtWith(long offset) {
        rewind.dealtWith(offset);
    }

    /** Takes note that a decoded record was dealt with, now or before: applied, left out or put aside. */
    void passed(long offset, @Nullable JellyHeader header) {
        if (header != null) {
            keyFrames.read(header, offset);
        }
        readTo = Math.max(readTo, offset + 1);
    }

    /** Offset after the last record that was dealt with since the partition was opened, or where it is read from. */
    long readTo() {
        return readTo;
    }

    /**
     * Where to read on, so that the record at an offset can be decoded.
     *
     * @throws dev.velella.sink.error.PatchRefusedException as {@link Rewind#to}
     */
    long rewind(long offset, UndecodedFrame frame) {
        return rewind.to(offset, frame, keyFrames.replayFrom(offset));
    }

    /** Where to begin to read in order to go on at an offset; all records below it are applied. */
    long replayFrom(long nextOffset) {
        return keyFrames.replayFrom(nextOffset);
    }
}
