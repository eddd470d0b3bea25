package dev.velella.record.partition;

/**
 * Limits for reading a partition back to restore missing state.
 *
 * @param records most records read for one record, at least 1. If the key frame is further back than expected, records
 *     are read twice, and then count twice. Therefore a key frame is found for certain only up to half as many records
 *     back
 * @param bytes most bytes of values read for one record, at least 1
 * @param timeoutMs longest time for one record, at least 1
 * @param perMinute most look-backs in a minute, at least 1; further ones are refused until the minute is over
 */
public record LookBackLimits(long records, long bytes, long timeoutMs, int perMinute) {
    /** The limits if none are configured: 100,000 records, 256 MiB, 30 s, 120 a minute. */
    public static final LookBackLimits DEFAULT = new LookBackLimits(100_000, 256L << 20, 30_000, 120);

    public LookBackLimits {
        if (records < 1 || bytes < 1 || timeoutMs < 1 || perMinute < 1) {
            throw new IllegalArgumentException("limits of look-back are at least 1");
        }
    }
}
