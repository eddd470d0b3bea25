package dev.velella.diff;

/** A patch frame and the partition that it goes to: serializer and partitioner are shared by all tasks. */
final class RoutedFrame {
    private final byte[] frame;
    private final int partition;

    RoutedFrame(byte[] frame, int partition) {
        this.frame = frame;
        this.partition = partition;
    }

    /** The frame itself, not a copy. */
    byte[] frame() {
        return frame;
    }

    int partition() {
        return partition;
    }
}
