package dev.velella.record.partition;

/**
 * How much may be read to restore missing state.
 *
 * @param records most records read for one record, at least 1. What is read twice, because the key frame was further back
 *     than expected, counts twice: a key frame half as many records back is found
 * @param bytes most bytes of values read for one record, at least 1
 * @param timeoutMs longest time for one record, at least 1
 * @param perMinute most look-backs in a minute, at least 1; more are refused until the minute is over
 */
public record LookBackLimits(long records, long bytes, long timeoutMs, int perMinute) {
    /** What is taken unless configured otherwise: 100,000 records, 256 MiB, 30 s, 120 a minute. */
    public static final LookBackLimits DEFAULT = new LookBackLimits(100_000, 256L << 20, 30_000, 120);

    public LookBackLimits {
        if (records < 1 || bytes < 1 || timeoutMs < 1 || perMinute < 1) {
            throw new IllegalArgumentException("limits of look-back are at least 1");
        }
    }
}
