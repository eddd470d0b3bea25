package dev.velella.bench;

/**
 * How long the suite {@code freshness} runs for each store and each commit interval.
 *
 * @param capacityMs in which the whole pipeline is measured at full speed, after as long a warm-up
 * @param warmUpMs at the rate of the measurement
 * @param measuredMs at that rate
 */
record FreshnessScale(int capacityMs, int warmUpMs, int measuredMs) {
    /** What is published. The diff app is a new JVM in each run: its compiler takes most of a processor in the first minute. */
    static final FreshnessScale FULL = new FreshnessScale(15_000, 60_000, 30_000);

    /** Whether everything works; the figures say little. */
    static final FreshnessScale QUICK = new FreshnessScale(4_000, 3_000, 5_000);
}
