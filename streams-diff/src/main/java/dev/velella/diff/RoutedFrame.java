package dev.velella.diff;

import dev.velella.keyframe.JellyHeader;
import org.jspecify.annotations.Nullable;

/** A record value and the partition that it goes to: serializer and partitioner are shared by all tasks. */
final class RoutedFrame {
    private final byte @Nullable [] frame;
    private final @Nullable JellyHeader header;
    private final int partition;

    RoutedFrame(byte @Nullable [] frame, @Nullable JellyHeader header, int partition) {
        this.frame = frame;
        this.header = header;
        this.partition = partition;
    }

    /** The frame itself, not a copy; null where the record has none, as one that deletes. */
    byte @Nullable [] frame() {
        return frame;
    }

    /** Its place in the stream of its encoder; null if it continues none. */
    @Nullable
    JellyHeader header() {
        return header;
    }

    /** Bytes of the frame; 0 where there is none. */
    int size() {
        return frame == null ? 0 : frame.length;
    }

    int partition() {
        return partition;
    }
}
