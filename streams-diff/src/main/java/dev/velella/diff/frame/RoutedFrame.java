package dev.velella.diff.frame;

import dev.velella.keyframe.JellyHeader;
import org.jspecify.annotations.Nullable;

/** A record value and the partition that it goes to: serializer and partitioner are shared by all tasks. */
public final class RoutedFrame {
    private final byte @Nullable [] frame;
    private final @Nullable JellyHeader header;
    private final int partition;

    public RoutedFrame(byte @Nullable [] frame, @Nullable JellyHeader header, int partition) {
        this.frame = frame;
        this.header = header;
        this.partition = partition;
    }

    /** The frame itself, not a copy; null where the record has none, as one that deletes. */
    public byte @Nullable [] frame() {
        return frame;
    }

    /** Its place in the stream of its encoder; null if it continues none. */
    @Nullable
    public JellyHeader header() {
        return header;
    }

    /** Bytes of the frame; 0 where there is none. */
    public int size() {
        return frame == null ? 0 : frame.length;
    }

    public int partition() {
        return partition;
    }
}
