package dev.velella.frame;

/**
 * Limits for the state that a reader keeps of all streams together. Above them, the reader forgets the stream used
 * longest ago. The next record of this stream then lacks its state, unless it is a key frame.
 *
 * @param streams most streams, at least 1
 * @param bytes most memory, estimated, in bytes, at least 1; one stream is kept whatever memory it takes
 */
public record StreamLimits(int streams, long bytes) {
    /** The limits if none are configured: 1000 streams, 256 MiB. */
    public static final StreamLimits DEFAULT = new StreamLimits(1000, 256L << 20);

    public StreamLimits {
        if (streams < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a reader keeps at least 1 stream and 1 byte, not " + streams + " streams and " + bytes + " bytes");
        }
    }
}
