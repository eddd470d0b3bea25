package dev.velella.jelly.read;

import dev.velella.rdf.StatementTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Statement rows of the last frame, to find those that come again in the next one without reading them.
 *
 * <p>A row means the same as a row before it if its bytes are the same, the state before it is, as far as it refers to it
 * (running prefix and name, last terms), and the entries of the tables are. Only the graph may be another one, where no row names
 * it: elements often have a graph name of their own. The first is compared here; the second for the
 * first row of a run, from which it follows for the others; the third by leaving frames alone that replace an entry
 * ({@link TermDecoder#hasReplaced}). Elements of one stream mostly differ in a few rows, so most rows are met in long runs.
 *
 * <p>Literals of rows that come again may hold the frame that they were read from; so rows are forgotten after
 * {@value #MOST_FRAMES} frames. Not thread-safe.
 */
final class RecurringRows {
    private static final int MOST_FRAMES = 32;
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_ROWS = 1 << 12;

    /** Frames that are left alone after one in which few rows came again, as where many streams take turns. */
    private static final int PAUSE = 15;

    /** Numbers of a row: where it is, and the running prefix and name before and after it. */
    private static final int START = 0;

    private static final int END = 1;
    private static final int PREFIX_BEFORE = 2;
    private static final int NAME_BEFORE = 3;
    private static final int PREFIX_AFTER = 4;
    private static final int NAME_AFTER = 5;

    /** 1 if the row names its graph, else 0. */
    private static final int GRAPH = 6;

    private static final int NUMBERS = 7;

    private byte[] lastBytes = {};
    private @Nullable StatementTable last;
    private int[] lastRows = new int[NUMBERS * 16];
    private int lastCount;
    private int[] rows = new int[NUMBERS * 16];
    private int count;
    private boolean isComplete;

    /** Row of the last frame that is expected next. */
    private int expected;

    /** Frames that rows have lasted. */
    private int frames;

    /** Rows of this frame that came again. */
    private int again;

    /** Frames still to be left alone. */
    private int pause;

    /**
     * Begins a frame.
     *
     * @return whether its rows are to be compared and remembered
     */
    boolean begin() {
        count = 0;
        expected = 0;
        again = 0;
        isComplete = pause == 0;
        return isComplete;
    }

    /** Rows of the last frame; null where there is none. */
    @Nullable
    StatementTable last() {
        return last;
    }

    /** The row of the last frame that is expected next, which must have one before it; 0 where there is none. */
    int expected() {
        return expected < lastCount ? expected : 0;
    }

    /**
     * How many rows, from the expected one on, come again.
     *
     * @param p where the next row begins
     * @param prefix the running prefix
     * @param name the running name
     * @param sameGraph whether the last graph is the one it was there; if not, none of the rows names its own
     */
    int run(byte[] a, int p, int prefix, int name, boolean sameGraph) {
        int first = NUMBERS * expected;
        int[] known = lastRows;
        if (known[first + PREFIX_BEFORE] != prefix || known[first + NAME_BEFORE] != name) {
            return 0;
        }
        int from = known[first + START];
        int same = Arrays.mismatch(lastBytes, from, lastBytes.length, a, p, a.length);
        int until = same < 0 ? lastBytes.length : from + same;
        int row = expected;
        int next = from;
        while (row < lastCount
                && known[NUMBERS * row + START] == next
                && known[NUMBERS * row + END] <= until
                && (sameGraph || known[NUMBERS * row + GRAPH] == 0)) {
            next = known[NUMBERS * row + END];
            row++;
        }
        return row - expected;
    }

    /** Whether the expected row names its graph. */
    boolean namesGraph() {
        return lastRows[NUMBERS * expected + GRAPH] != 0;
    }

    /** Where rows from the expected one on end, if the first begins at p. */
    int end(int p, int run) {
        return lastRows[NUMBERS * (expected + run - 1) + END] - lastRows[NUMBERS * expected + START] + p;
    }

    /** The running prefix after such rows. */
    int prefixAfter(int run) {
        return lastRows[NUMBERS * (expected + run - 1) + PREFIX_AFTER];
    }

    /** The running name after such rows. */
    int nameAfter(int run) {
        return lastRows[NUMBERS * (expected + run - 1) + NAME_AFTER];
    }

    /** Takes rows from the expected one on as the next ones of this frame. */
    void take(int p, int run) {
        grow(run);
        int at = NUMBERS * count;
        System.arraycopy(lastRows, NUMBERS * expected, rows, at, NUMBERS * run);
        int moved = p - lastRows[NUMBERS * expected + START];
        for (int row = count; row < count + run; row++) {
            rows[NUMBERS * row + START] += moved;
            rows[NUMBERS * row + END] += moved;
        }
        count += run;
        expected += run;
        again += run;
    }

    /** Remembers a row that was read, the next statement of the frame. */
    void add(int start, int end, int prefixBefore, int nameBefore, int prefixAfter, int nameAfter, boolean namesGraph) {
        grow(1);
        int at = NUMBERS * count++;
        int[] numbers = rows;
        numbers[at + START] = start;
        numbers[at + END] = end;
        numbers[at + PREFIX_BEFORE] = prefixBefore;
        numbers[at + NAME_BEFORE] = nameBefore;
        numbers[at + PREFIX_AFTER] = prefixAfter;
        numbers[at + NAME_AFTER] = nameAfter;
        numbers[at + GRAPH] = namesGraph ? 1 : 0;
        expected++;
    }

    private void grow(int more) {
        if (NUMBERS * (count + more) > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(2 * rows.length, NUMBERS * (count + more)));
        }
    }

    /** A statement was read in another way: this frame will not be compared with the next one. */
    void addUnknown() {
        isComplete = false;
    }

    /** Ends a frame, which the next one is compared with. */
    void end(byte[] a, StatementTable table) {
        if (pause > 0) {
            pause--;
        } else if (lastCount > 1 && again < count / 4) {
            pause = PAUSE;
            forget();
            return;
        }
        if (!isComplete || a.length > MOST_BYTES || count > MOST_ROWS || ++frames > MOST_FRAMES) {
            forget();
            return;
        }
        lastBytes = a;
        last = table;
        lastCount = count;
        int[] free = lastRows;
        lastRows = rows;
        rows = free;
    }

    /** Forgets the last frame. */
    void forget() {
        lastBytes = new byte[0];
        last = null;
        lastCount = 0;
        frames = 0;
        if (rows.length > NUMBERS * MOST_ROWS) {
            rows = new int[NUMBERS * 16];
        }
    }

    /** Estimated memory in bytes. */
    long stateBytes() {
        return lastBytes.length + 4L * (lastRows.length + rows.length) + 16L * lastCount;
    }
}
