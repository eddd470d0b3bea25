package dev.velella.bench.writers;

import java.util.ArrayList;
import java.util.List;

/**
 * A shape of writing. One property at a time differs from the middle point.
 *
 * @param name as it stands in the names of figures
 * @param adds percentage of adds among the rows; the others are deletes
 * @param rows of a transaction
 * @param tasks that write at once, each to streams of its own
 * @param hot whether all patches of a transaction belong to one stream, and each deletes what the one before added; else they
 *     belong to different streams in turn
 * @param statements in the store
 */
record Point(String name, int adds, int rows, int tasks, boolean hot, int statements) {
    /** Name of the middle point. */
    static final String MIDDLE = "middle";

    /** Rows of a transaction in the middle. */
    static final int ROWS = 1_000;

    private static final int ADDS = 50;

    /** All points, the middle one first. */
    static List<Point> all(WritersScale scale, boolean severalTasks) {
        int statements = scale.statements().get(0);
        List<Point> points = new ArrayList<>();
        points.add(new Point(MIDDLE, ADDS, ROWS, 1, false, statements));
        for (int adds : new int[] {100, 75, 25, 0}) {
            points.add(new Point("adds-" + adds, adds, ROWS, 1, false, statements));
        }
        for (int rows = 1; rows <= scale.largest(); rows *= 10) {
            if (rows != ROWS) {
                points.add(new Point("rows-" + rows, ADDS, rows, 1, false, statements));
            }
        }
        for (int size : scale.statements().subList(1, scale.statements().size())) {
            points.add(new Point("store-" + size, ADDS, ROWS, 1, false, size));
        }
        if (severalTasks) {
            for (int tasks : new int[] {2, 4}) {
                points.add(new Point("tasks-" + tasks, ADDS, ROWS, tasks, false, statements));
            }
        }
        points.add(new Point("hot", ADDS, ROWS, 1, true, statements));
        return points;
    }
}
