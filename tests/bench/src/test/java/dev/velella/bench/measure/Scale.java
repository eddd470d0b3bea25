package dev.velella.bench.measure;

/**
 * How long streams are and how long they are measured.
 *
 * @param weatherGraphs graphs of a weather stream
 * @param products graphs of a BSBM stream
 * @param weatherPatches patches of a weather stream
 * @param sizeElements graphs or patches of a stream whose bytes are counted
 * @param rounds how often every contender of a scenario is measured, each time in a JVM of its own
 * @param warmUps iterations before the measured ones
 * @param iterations measured in each JVM
 * @param iterationMillis length of one iteration, ms
 * @param forked whether contenders are measured in a JVM of their own; if not, figures mean nothing
 */
public record Scale(
        int weatherGraphs,
        int products,
        int weatherPatches,
        int sizeElements,
        int rounds,
        int warmUps,
        int iterations,
        int iterationMillis,
        boolean forked) {
    /** The scale of published figures. */
    public static final Scale FULL = new Scale(1_000, 5_000, 2_000, 10_000, 3, 7, 3, 300, true);

    /** Whether everything works; the times say little. */
    public static final Scale QUICK = new Scale(100, 500, 200, 1_000, 1, 2, 2, 150, true);

    /** Whether the benchmarks run at all, in seconds. */
    public static final Scale SMOKE = new Scale(10, 10, 10, 60, 2, 0, 1, 1, false);

    /**
     * The same with fewer iterations if one operation lasts longer than an iteration. Together they last about as long as those of this
     * scale, but two iterations of warm-up and three that count are left if this scale has as many.
     *
     * @param millis time of one operation, ms; 0 if it is not known
     */
    Scale forOperations(double millis) {
        double part = millis <= iterationMillis ? 1 : iterationMillis / millis;
        return new Scale(
                weatherGraphs,
                products,
                weatherPatches,
                sizeElements,
                rounds,
                Math.min(warmUps, Math.max(2, (int) Math.ceil(warmUps * part))),
                Math.min(iterations, Math.max(3, (int) Math.ceil(iterations * part))),
                iterationMillis,
                forked);
    }

    /** The same with so many rounds. */
    public Scale withRounds(int number) {
        return new Scale(
                weatherGraphs,
                products,
                weatherPatches,
                sizeElements,
                number,
                warmUps,
                iterations,
                iterationMillis,
                forked);
    }
}
