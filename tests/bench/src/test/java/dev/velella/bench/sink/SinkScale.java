package dev.velella.bench.sink;

import java.util.List;

/**
 * How large the stores of the suite {@code sink} are and how long they are written to.
 *
 * @param statements in each store before it is measured
 * @param batches of {@value SinkPatches#BATCH} patches in a round of a contender that takes batches
 * @param single patches in a round of a contender that takes patches one by one
 * @param warmUp rounds that are left out, in which compilers are at work
 * @param rounds in which all contenders of a store take turns, those included
 */
public record SinkScale(List<Integer> statements, int batches, int single, int warmUp, int rounds) {
    /** The scale of published figures. */
    public static final SinkScale FULL = new SinkScale(List.of(100_000, 1_000_000), 8, 500, 10, 15);

    /** Whether everything works; the figures say little. */
    public static final SinkScale QUICK = new SinkScale(List.of(15_000, 30_000), 2, 50, 1, 3);

    /** Whether it runs at all, in seconds. */
    static final SinkScale SMOKE = new SinkScale(List.of(2_000), 1, 20, 1, 2);

    /** The same with so many rounds. */
    public SinkScale withRounds(int number) {
        return new SinkScale(statements, batches, single, warmUp, warmUp + number);
    }

    /** The same with so many statements, smallest first. */
    public SinkScale withStatements(List<Integer> numbers) {
        return new SinkScale(numbers, batches, single, warmUp, rounds);
    }
}
