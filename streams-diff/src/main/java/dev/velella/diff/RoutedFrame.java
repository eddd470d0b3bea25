package dev.velella.diff;

import dev.velella.keyframe.JellyHeader;
import org.jspecify.annotations.Nullable;

/** A patch frame and the partition that it goes to: serializer and partitioner are shared by all tasks. */
final class RoutedFrame {
    private final byte[] frame;
    private final @Nullable JellyHeader header;
    private final int partition;

    RoutedFrame(byte[] frame, @Nullable JellyHeader header, int partition) {
        this.frame = frame;
        this.header = header;
        this.partition = partition;
    }

    /** The frame itself, not a copy. */
    byte[] frame() {
        return frame;
    }

    /** Its place in the stream of its encoder; null if it is self-contained. */
    @Nullable
    JellyHeader header() {
        return header;
    }

    int partition() {
        return partition;
    }
}
