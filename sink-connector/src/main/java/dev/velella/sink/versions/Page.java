package dev.velella.sink.versions;

import java.util.Arrays;

/**
 * A page of a {@link VersionTree}: rows in the order of their keys. A row of a leaf is a version of a statement. A row
 * of an inner page is a page below it, whose keys begin at the key of the row. Every row has a life span in commits,
 * from the commit that made it to the commit that ended it ({@link #ALIVE} if none has).
 *
 * <p>A page that a {@link PageStore} has given out is never changed. The writer of a tree changes copies.
 */
final class Page {
    /** End of the life span of a row that is not ended. */
    static final long ALIVE = Long.MAX_VALUE;

    /** Number of terms of a key. */
    static final int KEY = 4;

    private static final int FROM = 4;
    private static final int TO = 5;
    private static final int CHILD = 6;
    private static final int HEADER_LONGS = 4;

    /** Number of rows for which a copy has room, so that most changes need no other array. */
    private static final int SPARE_ROWS = 8;

    /** Size of the rows of a full page in memory, in bytes. */
    private static final int BYTES = 4_096;

    private final long id;
    private final int level;
    private final long birth;
    private int count;
    private int live;
    private long[] rows;

    private Page(long id, int level, long birth, int count, int live, long[] rows) {
        this.id = id;
        this.level = level;
        this.birth = birth;
        this.count = count;
        this.live = live;
        this.rows = rows;
    }

    /**
     * Makes an empty page that can be changed.
     *
     * @param level 0 for a leaf
     * @param birth commit that makes the page
     */
    static Page empty(long id, int level, long birth) {
        return new Page(id, level, birth, 0, 0, new long[(comfortable(level) + SPARE_ROWS) * stride(level)]);
    }

    /** A copy that can be changed. */
    Page copy() {
        return new Page(id, level, birth, count, live, Arrays.copyOf(rows, (count + SPARE_ROWS) * stride(level)));
    }

    /** Gives back the memory that the page does not need. Called when the page will not be changed any more. */
    Page trimmed() {
        if (rows.length > (count + 2 * SPARE_ROWS) * stride(level)) {
            rows = Arrays.copyOf(rows, count * stride(level));
        }
        return this;
    }

    /** The page as bytes. Numbers are written as their difference from the row before, in as few bytes as they need. */
    byte[] encode() {
        byte[] bytes = new byte[(count * stride(level) + HEADER_LONGS) * Numbers.MOST_BYTES];
        int at = Numbers.put(bytes, 0, level);
        at = Numbers.put(bytes, at, birth);
        at = Numbers.put(bytes, at, live);
        at = Numbers.put(bytes, at, count);
        int stride = stride(level);
        for (int row = 0; row < count; row++) {
            int start = row * stride;
            for (int place = 0; place < KEY; place++) {
                at = Numbers.put(bytes, at, rows[start + place] - (row == 0 ? 0 : rows[start + place - stride]));
            }
            at = Numbers.put(bytes, at, birth - rows[start + FROM]);
            at = Numbers.put(bytes, at, isAlive(row) ? 0 : rows[start + TO] - rows[start + FROM]);
            if (level > 0) {
                at = Numbers.put(bytes, at, rows[start + CHILD] - id);
            }
        }
        return Arrays.copyOf(bytes, at);
    }

    /** The page of the bytes that {@link #encode} has written. */
    static Page decode(long id, byte[] bytes) {
        Numbers in = new Numbers(bytes);
        int level = (int) in.next();
        long birth = in.next();
        int live = (int) in.next();
        int count = (int) in.next();
        int stride = stride(level);
        long[] rows = new long[count * stride];
        for (int row = 0; row < count; row++) {
            int start = row * stride;
            for (int place = 0; place < KEY; place++) {
                rows[start + place] = in.next() + (row == 0 ? 0 : rows[start + place - stride]);
            }
            long from = birth - in.next();
            long span = in.next();
            rows[start + FROM] = from;
            rows[start + TO] = span == 0 ? ALIVE : from + span;
            if (level > 0) {
                rows[start + CHILD] = in.next() + id;
            }
        }
        return new Page(id, level, birth, count, live, rows);
    }

    private static int stride(int level) {
        return level == 0 ? CHILD : CHILD + 1;
    }

    /** Maximum number of rows of a page. */
    static int most(int level) {
        return BYTES / (stride(level) * Long.BYTES);
    }

    /** Minimum number of living rows of a page that has a neighbour. */
    static int least(int level) {
        return most(level) / 5;
    }

    /** Maximum number of rows of a new page. */
    static int comfortable(int level) {
        return most(level) * 3 / 4;
    }

    long id() {
        return id;
    }

    /** Number of levels below the page. */
    int level() {
        return level;
    }

    /** Commit that made the page. */
    long birth() {
        return birth;
    }

    /** Number of rows. */
    int count() {
        return count;
    }

    /** Number of rows that are not ended. */
    int live() {
        return live;
    }

    boolean isFull() {
        return count > most(level);
    }

    long term(int row, int place) {
        return rows[row * stride(level) + place];
    }

    long from(int row) {
        return rows[row * stride(level) + FROM];
    }

    long to(int row) {
        return rows[row * stride(level) + TO];
    }

    /** The page below, for a row of an inner page. */
    long child(int row) {
        return rows[row * stride(level) + CHILD];
    }

    boolean isAlive(int row, long commit) {
        int at = row * stride(level) + FROM;
        return rows[at] <= commit && commit < rows[at + 1];
    }

    boolean isAlive(int row) {
        return to(row) == ALIVE;
    }

    long[] key(int row) {
        int at = row * stride(level);
        return Arrays.copyOfRange(rows, at, at + KEY);
    }

    /** Compares the key of a row with a key. */
    int compare(int row, long[] key) {
        int at = row * stride(level);
        for (int place = 0; place < KEY; place++) {
            int compared = Long.compare(rows[at + place], key[place]);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** The first row whose key is not below a key; {@link #count} if there is none. */
    int ceiling(long[] key) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first row whose key is above a key; {@link #count} if there is none. */
    int above(long[] key) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The row of an inner page, alive at a commit, whose page has a key; the first such row if the key is below all. */
    int covering(long[] key, long commit) {
        int start = above(key);
        for (int row = start - 1; row >= 0; row--) {
            if (isAlive(row, commit)) {
                return row;
            }
        }
        int row = start;
        while (row < count && !isAlive(row, commit)) {
            row++;
        }
        return row;
    }

    /** The first row behind a row that is alive at a commit; {@link #count} if there is none. */
    int next(int row, long commit) {
        int next = row + 1;
        while (next < count && !isAlive(next, commit)) {
            next++;
        }
        return next;
    }

    /** The living row of a key; -1 if there is none. */
    int living(long[] key) {
        for (int row = ceiling(key); row < count && compare(row, key) == 0; row++) {
            if (isAlive(row)) {
                return row;
            }
        }
        return -1;
    }

    /** The living row of a page below; -1 if there is none. */
    int livingChild(long child) {
        for (int row = 0; row < count; row++) {
            if (child(row) == child && isAlive(row)) {
                return row;
            }
        }
        return -1;
    }

    private void makeRoom() {
        if ((count + 1) * stride(level) > rows.length) {
            rows = Arrays.copyOf(rows, rows.length + SPARE_ROWS * stride(level));
        }
    }

    /** Adds a living row. */
    void add(long[] key, long from, long child) {
        makeRoom();
        int row = above(key);
        int stride = stride(level);
        int at = row * stride;
        System.arraycopy(rows, at, rows, at + stride, (count - row) * stride);
        System.arraycopy(key, 0, rows, at, KEY);
        rows[at + FROM] = from;
        rows[at + TO] = ALIVE;
        if (level > 0) {
            rows[at + CHILD] = child;
        }
        count++;
        live++;
    }

    /** Adds a living row of another page of the level behind all rows. */
    void append(Page other, int row) {
        makeRoom();
        int stride = stride(level);
        System.arraycopy(other.rows, row * stride, rows, count * stride, stride);
        count++;
        live++;
    }

    /** Ends the life span of a row. A row that began with the same commit is taken away. */
    void end(int row, long commit) {
        int stride = stride(level);
        int at = row * stride;
        live--;
        if (rows[at + FROM] == commit) {
            System.arraycopy(rows, at + stride, rows, at, (count - row - 1) * stride);
            count--;
        } else {
            rows[at + TO] = commit;
        }
    }
}
