package dev.velella.bench.writers;

import java.util.List;

/**
 * How much the suite {@code writers} does for each store.
 *
 * @param statements sizes of the stores; everything is measured in the first, only the middle point in the others
 * @param largest most rows of a transaction
 * @param rows written in a round at each point, about
 * @param transactions most transactions in a round at each point
 * @param warmUp rounds that are left out
 * @param rounds that count
 */
public record WritersScale(List<Integer> statements, int largest, int rows, int transactions, int warmUp, int rounds) {
    /** The scale of published figures. */
    public static final WritersScale FULL = new WritersScale(List.of(100_000, 1_000_000), 100_000, 20_000, 40, 2, 3);

    /** Whether everything works; the figures say little. */
    public static final WritersScale QUICK = new WritersScale(List.of(10_000, 20_000), 10_000, 2_000, 4, 0, 1);

    /** Whether it runs at all, in seconds. */
    public static final WritersScale SMOKE = new WritersScale(List.of(10_000), 1_000, 1_000, 2, 0, 1);

    /** The same with so many rounds that count. */
    public WritersScale withRounds(int number) {
        return new WritersScale(statements, largest, rows, transactions, warmUp, number);
    }

    /** The same with other sizes. */
    public WritersScale withStatements(List<Integer> numbers) {
        return new WritersScale(numbers, largest, rows, transactions, warmUp, rounds);
    }
}
