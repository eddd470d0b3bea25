package dev.velella.keyframe;

/**
 * The longest distance between key frames: a number of records or a time. The limit that is reached first counts.
 *
 * @param records records from one key frame to the next, at least 1; 1 makes every record a key frame
 * @param ms time from one key frame to the next in ms, at least 1; checked when a record is written
 */
public record KeyFrameInterval(int records, long ms) {
    /** The interval if none is configured: 100 records, 10 minutes. */
    public static final KeyFrameInterval DEFAULT = new KeyFrameInterval(100, 600_000);

    public KeyFrameInterval {
        if (records < 1 || ms < 1) {
            throw new IllegalArgumentException("a key-frame interval is at least 1 record and 1 ms, not " + records
                    + " records and " + ms + " ms");
        }
    }
}
