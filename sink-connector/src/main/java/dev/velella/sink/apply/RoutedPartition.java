package dev.velella.sink.apply;

import dev.velella.converter.UndecodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.sink.history.Rewind;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition of a sink with many stores is done: its records below {@link #done} are in all their stores,
 * except in those that are down. Not thread-safe.
 */
public final class RoutedPartition {
    private final KeyFrameTracker keyFrames;
    private final Rewind rewind;
    private long done;

    /** @param done offset of the first record since the task has the partition */
    RoutedPartition(long done, KeyFrameTracker keyFrames, Rewind rewind) {
        this.done = done;
        this.keyFrames = keyFrames;
        this.rewind = rewind;
    }

    /** The offset behind the last record that every store of the partition has, or does not need. */
    public long done() {
        return done;
    }

    /** Notes that all records before an offset are done; a smaller one than before changes nothing. */
    public void doneTo(long offset) {
        done = Math.max(done, offset);
    }

    /** Notes a record that was decoded. */
    void decoded(long offset, @Nullable JellyHeader header) {
        rewind.decoded(offset, header);
        if (header != null) {
            keyFrames.read(header, offset);
        }
    }

    /** Notes that a record is finished without being decoded. */
    void dealtWith(long offset) {
        rewind.dealtWith(offset);
    }

    /** The offset from which to read again, so that a record can be decoded; see {@link Rewind#to}. */
    long rewind(long offset, UndecodedFrame frame) {
        return rewind.to(offset, frame, keyFrames.replayFrom(offset));
    }

    /** The offset from which a new task has to read, so that it can go on at an offset. */
    public long replayFrom(long nextOffset) {
        return keyFrames.replayFrom(nextOffset);
    }
}
