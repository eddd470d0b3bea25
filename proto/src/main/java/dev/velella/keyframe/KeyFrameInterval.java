package dev.velella.keyframe;

/**
 * When a stream gets its next key frame: after so many records or so much time, whichever comes first.
 *
 * @param records from one key frame to the next, at least 1; 1 makes every record a key frame
 * @param ms from one key frame to the next, at least 1; checked when a record is written
 */
public record KeyFrameInterval(int records, long ms) {
    /** What is taken unless configured otherwise. */
    public static final KeyFrameInterval DEFAULT = new KeyFrameInterval(100, 600_000);

    public KeyFrameInterval {
        if (records < 1 || ms < 1) {
            throw new IllegalArgumentException("a key-frame interval is at least 1 record and 1 ms, not " + records
                    + " records and " + ms + " ms");
        }
    }
}
