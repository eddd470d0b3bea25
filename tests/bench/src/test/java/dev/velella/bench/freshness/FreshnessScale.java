package dev.velella.bench.freshness;

/**
 * How long the suite {@code freshness} runs for each store and each commit interval.
 *
 * @param capacityMs in which the whole pipeline is measured at full speed, after as long a warm-up
 * @param warmUpMs at the rate of the measurement
 * @param measuredMs at that rate
 */
public record FreshnessScale(int capacityMs, int warmUpMs, int measuredMs) {
    /** The scale of published figures. The diff app is a new JVM in each run: its compiler takes most of a processor in the first minute. */
    public static final FreshnessScale FULL = new FreshnessScale(15_000, 60_000, 30_000);

    /** Whether everything works; the figures say little. */
    public static final FreshnessScale QUICK = new FreshnessScale(4_000, 3_000, 5_000);
}
