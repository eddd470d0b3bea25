package dev.velella.jelly.read;

import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the statement rows of the last frame, so that rows that come again in the next frame need not be read
 * again. Elements of one stream mostly differ in a few rows. Therefore most rows come again, in long runs.
 *
 * <p>A row means the same as a row of the last frame under three conditions:
 *
 * <ul>
 * <li>Its bytes are the same. This class compares them.
 * <li>The state before it is the same, as far as the row refers to it (running prefix and name, last terms). The running
 *     prefix and name are compared here, the last terms by {@link StatementReader#isBefore}, for the first row of a run.
 *     The state is then the same for the other rows of the run.
 * <li>The entries of the tables are the same. If a frame replaces an entry ({@link TermDecoder#hasReplaced}), its rows
 *     are not compared. If frames build on a dictionary, a row may refer to entries that its own frame has set. Then it
 *     counts if this frame has set the same ones before it.
 * </ul>
 *
 * <p>Only the graph may be another one, if no row of the run names a graph, because elements often have a graph name of
 * their own.
 *
 * <p>A reader has such an object for its running stream. If frames build on a dictionary, a caller that knows from which
 * stream each frame comes may have one for each stream: then rows come again however many streams take turns.
 *
 * <p>Literals of rows that come again may hold the frame from which they were read. Therefore the rows are forgotten
 * after {@value #MOST_FRAMES} frames. Not thread-safe.
 */
public final class RecurringRows {
    private static final int MOST_FRAMES = 32;
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_ROWS = 1 << 12;

    /**
     * Number of frames without comparison after a frame in which few rows came again, for example because many streams
     * take turns.
     */
    private static final int PAUSE = 15;

    /**
     * Indexes of the numbers of a row: its start; its end and flags; the running prefix and name after it. The running
     * prefix and name before a row are those after the row before it, because only statement rows move them.
     */
    private static final int START = 0;

    private static final int END = 1;
    private static final int PREFIX = 2;
    private static final int NAME = 3;

    /** Entries of its own frame to which the row refers, as bits of {@link OwnEntries}; or {@link #UNKNOWN}. */
    private static final int OWN = 4;

    /** All bits. The entries are found when they are asked for, because many rows never come again. */
    private static final int UNKNOWN = -1;

    private static final int NUMBERS = 5;

    /** Flag beside the end: the row names its graph. */
    private static final int GRAPH = 1 << 30;

    private static final int END_BITS = GRAPH - 1;

    /** The dictionary on which the last frame builds: another one gives the same bytes another meaning. */
    private @Nullable Object base;

    private byte[] lastBytes = {};
    private @Nullable List<Statement> last;
    private int[] lastRows = new int[NUMBERS * 16];
    private int lastCount;
    private int[] rows = new int[NUMBERS * 16];
    private int count;
    private boolean isComplete;
    private final OwnEntries lastOwn = new OwnEntries();

    /** Entries that this frame and the last one have set with the same text, as far as they were compared. */
    private int sameEntries;

    /** Row of the last frame that is expected next. */
    private int expected;

    /** Number of frames for which rows have been kept. */
    private int frames;

    /** Number of rows of this frame that came again. */
    private int again;

    /** Number of further frames without comparison. */
    private int pause;

    /** Without a last frame. */
    public RecurringRows() {}

    /**
     * Begins a frame.
     *
     * @param base what the frame builds on; the last frame is forgotten if it built on another object
     * @return whether its rows are to be compared and remembered
     */
    @SuppressWarnings("ReferenceEquality") // equal tables of another reader have other terms
    boolean begin(Object base) {
        if (this.base != base) {
            forget();
            this.base = base;
            pause = 0;
        }
        count = 0;
        expected = 0;
        again = 0;
        sameEntries = 0;
        isComplete = pause == 0;
        return isComplete;
    }

    /** Number of rows of the last frame that are remembered. */
    public int size() {
        return lastCount;
    }

    /** Statements of the last frame; null if there is none. */
    @Nullable
    List<Statement> last() {
        return last;
    }

    /**
     * The row of the last frame that is expected next; 0 if there is none. It cannot be the first row, because a row
     * before it is needed.
     */
    int expected() {
        return expected < lastCount ? expected : 0;
    }

    /**
     * Number of rows, from the expected one on, that come again.
     *
     * @param p position of the next row
     * @param prefix the running prefix
     * @param name the running name
     * @param references entries that this frame has set so far, and those to which rows refer
     * @param sameGraph whether the last graph is the same as at the expected row; if not, rows that name their graph do
     *     not count
     */
    int run(byte[] a, int p, int prefix, int name, OwnReferences references, boolean sameGraph) {
        int first = NUMBERS * expected;
        int[] known = lastRows;
        if (known[first - NUMBERS + PREFIX] != prefix || known[first - NUMBERS + NAME] != name) {
            return 0;
        }
        int from = known[first + START];
        int same = Arrays.mismatch(lastBytes, from, lastBytes.length, a, p, a.length);
        int until = same < 0 ? lastBytes.length : from + same;
        int excluded = sameGraph ? 0 : GRAPH;
        sameEntries = references.entries().same(lastOwn, sameEntries);
        int otherEntries = ~sameEntries;
        int row = expected;
        int next = from;
        while (row < lastCount) {
            int at = NUMBERS * row;
            int end = known[at + END];
            if (known[at + START] != next
                    || (end & END_BITS) > until
                    || (end & excluded) != 0
                    || ((known[at + OWN] & otherEntries) != 0 && (own(row, references) & otherEntries) != 0)) {
                break;
            }
            next = end & END_BITS;
            row++;
        }
        return row - expected;
    }

    /** Entries of its own frame to which a row of the last frame refers; not for the first row. */
    private int own(int row, OwnReferences references) {
        int at = NUMBERS * row;
        int[] known = lastRows;
        if (known[at + OWN] == UNKNOWN) {
            int prefix = known[at - NUMBERS + PREFIX];
            int name = known[at - NUMBERS + NAME];
            known[at + OWN] = references.read(lastBytes, known[at + START], known[at + END] & END_BITS, prefix, name);
        }
        return known[at + OWN];
    }

    /** Whether the expected row names its graph. */
    boolean namesGraph() {
        return (lastRows[NUMBERS * expected + END] & GRAPH) != 0;
    }

    /** End of a run of rows from the expected one on, if its first row begins at p. */
    int end(int p, int run) {
        return (lastRows[NUMBERS * (expected + run - 1) + END] & END_BITS) - lastRows[NUMBERS * expected + START] + p;
    }

    /** The running prefix after a run of rows from the expected one on. */
    int prefixAfter(int run) {
        return lastRows[NUMBERS * (expected + run - 1) + PREFIX];
    }

    /** The running name after a run of rows from the expected one on. */
    int nameAfter(int run) {
        return lastRows[NUMBERS * (expected + run - 1) + NAME];
    }

    /** Adds a run of rows, from the expected one on, to this frame. */
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

    /**
     * Remembers a row that was read. It is the next statement of the frame.
     *
     * @param prefix the running prefix after it
     * @param name the running name after it
     * @param namesGraph whether it names its graph, and does not repeat the last one
     * @param isOnDictionary whether it may refer to entries of its own frame
     */
    void add(int start, int end, int prefix, int name, boolean namesGraph, boolean isOnDictionary) {
        if (end > END_BITS) {
            isComplete = false; // such a frame is too long to be kept
            return;
        }
        grow(1);
        int at = NUMBERS * count++;
        int[] numbers = rows;
        numbers[at + START] = start;
        numbers[at + END] = namesGraph ? end | GRAPH : end;
        numbers[at + PREFIX] = prefix;
        numbers[at + NAME] = name;
        numbers[at + OWN] = isOnDictionary ? UNKNOWN : 0;
        expected++;
    }

    private void grow(int more) {
        if (NUMBERS * (count + more) > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(2 * rows.length, NUMBERS * (count + more)));
        }
    }

    /** A statement was read in another way. The next frame will not be compared with this one. */
    void addUnknown() {
        isComplete = false;
    }

    /** Ends a frame. The next frame is compared with it. */
    void end(byte[] a, List<Statement> statements, OwnEntries own) {
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
        last = statements;
        lastCount = count;
        lastOwn.take(own);
        int[] free = lastRows;
        lastRows = rows;
        rows = free;
    }

    /** Forgets the last frame. */
    void forget() {
        lastBytes = new byte[0];
        last = null;
        lastCount = 0;
        lastOwn.clear();
        frames = 0;
        if (rows.length > NUMBERS * MOST_ROWS) {
            rows = new int[NUMBERS * 16];
        }
    }

    /** Estimated memory in bytes, without the terms of the statements. */
    public long stateBytes() {
        return lastBytes.length + 4L * (lastRows.length + rows.length) + 16L * lastCount;
    }
}
