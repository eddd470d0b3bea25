package dev.velella.record;

/**
 * How much may be read to restore missing state.
 *
 * @param records most records read for one record, at least 1
 * @param bytes most bytes of values read for one record, at least 1
 * @param timeoutMs longest time for one record, at least 1
 * @param perMinute most look-backs in a minute, at least 1; more are refused until the minute is over
 */
public record LookBackLimits(long records, long bytes, long timeoutMs, int perMinute) {
    /** What is taken unless configured otherwise. */
    public static final LookBackLimits DEFAULT = new LookBackLimits(100_000, 256L << 20, 30_000, 120);

    public LookBackLimits {
        if (records < 1 || bytes < 1 || timeoutMs < 1 || perMinute < 1) {
            throw new IllegalArgumentException("limits of look-back are at least 1");
        }
    }
}
