package dev.velella.bench.measure;

import java.util.Arrays;
import java.util.List;

/**
 * Times of all contenders of one scenario, and what follows from them.
 *
 * @param scenario its name
 * @param unit what times and bytes are per: triple or row
 * @param entries one per contender
 */
public record Comparison(String scenario, String unit, List<Entry> entries) {

    /**
     * One contender.
     *
     * @param label of the contender
     * @param nanos elapsed per unit, one figure a round
     * @param cpuNanos of the measuring thread per unit, one figure a round
     * @param bytes allocated per unit, one figure a round
     */
    public record Entry(String label, double[] nanos, double[] cpuNanos, double[] bytes) {
        /** Elapsed time. */
        public double medianNanos() {
            return median(nanos);
        }

        /** Processor time. */
        public double medianCpuNanos() {
            return median(cpuNanos);
        }

        /** Allocation. */
        public double medianBytes() {
            return median(bytes);
        }
    }

    /** How many times faster one entry is than another, taken round by round. */
    public record Ratio(double median, double lowest, double highest) {}

    /** Entries that are this project's. */
    public List<Entry> own() {
        return entries.stream().filter(Comparison::isOwn).toList();
    }

    /** Entries that are not. */
    public List<Entry> peers() {
        return entries.stream().filter(entry -> !isOwn(entry)).toList();
    }

    private static boolean isOwn(Entry entry) {
        return entry.label().startsWith("velella");
    }

    /** How many times faster the first is by elapsed time; above 1 when it takes less. */
    public static Ratio ratio(Entry first, Entry second) {
        return ratio(first.nanos(), second.nanos());
    }

    /** The same by processor time. */
    public static Ratio cpuRatio(Entry first, Entry second) {
        return ratio(first.cpuNanos(), second.cpuNanos());
    }

    private static Ratio ratio(double[] first, double[] second) {
        double[] ratios = new double[first.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = second[round] / first[round];
        }
        return new Ratio(
                median(ratios),
                Arrays.stream(ratios).min().orElse(Double.NaN),
                Arrays.stream(ratios).max().orElse(Double.NaN));
    }

    /** The middle one, or the mean of the two in the middle. */
    public static double median(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
