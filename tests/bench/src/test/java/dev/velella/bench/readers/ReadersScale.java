package dev.velella.bench.readers;

/**
 * How much the suite {@code readers} does for each store.
 *
 * @param statements in the store, about
 * @param warmUpMs of full load, and then of queries while patches are written
 * @param fullMs in which the full load is measured
 * @param phaseMs of queries with or without a writer
 * @param rounds of one phase without a writer and one with it
 */
public record ReadersScale(int statements, int warmUpMs, int fullMs, int phaseMs, int rounds) {
    /** The scale of published figures. */
    public static final ReadersScale FULL = new ReadersScale(100_000, 10_000, 5_000, 5_000, 6);

    /** Whether everything works; the figures say little. */
    public static final ReadersScale QUICK = new ReadersScale(10_000, 700, 600, 800, 2);

    /** Whether it runs at all, in seconds. */
    public static final ReadersScale SMOKE = new ReadersScale(1_200, 200, 200, 300, 1);

    /** The same with so many rounds. */
    public ReadersScale withRounds(int number) {
        return new ReadersScale(statements, warmUpMs, fullMs, phaseMs, number);
    }

    /** The same with so many statements. */
    public ReadersScale withStatements(int number) {
        return new ReadersScale(number, warmUpMs, fullMs, phaseMs, rounds);
    }
}
