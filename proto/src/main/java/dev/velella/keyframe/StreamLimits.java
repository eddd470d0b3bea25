package dev.velella.keyframe;

/**
 * How much state a reader keeps of all streams together. What is above is forgotten, the stream used longest ago first;
 * its next record then lacks its state unless it is a key frame.
 *
 * @param streams most streams, at least 1
 * @param bytes most memory, estimated, at least 1; one stream is kept whatever it takes
 */
public record StreamLimits(int streams, long bytes) {
    /** What is taken unless configured otherwise: 1000 streams, 256 MiB. */
    public static final StreamLimits DEFAULT = new StreamLimits(1000, 256L << 20);

    public StreamLimits {
        if (streams < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a reader keeps at least 1 stream and 1 byte, not " + streams + " streams and " + bytes + " bytes");
        }
    }
}
