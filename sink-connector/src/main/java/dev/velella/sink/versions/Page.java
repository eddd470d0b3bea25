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
    private static final int HEADER_LONGS = 3;

    /** Maximum number of rows that one change adds: two pages take the place of one page, or of two. */
    private static final int MOST_MORE = 4;

    /** Size of a page in bytes with which it fills a page of LMDB with its header. */
    private static final int BYTES = 4_080;

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
        return new Page(id, level, birth, 0, 0, new long[(most(level) + MOST_MORE) * stride(level)]);
    }

    /** A copy that can be changed. */
    Page copy() {
        return new Page(id, level, birth, count, live, Arrays.copyOf(rows, (most(level) + MOST_MORE) * stride(level)));
    }

    /** Gives back the memory that the page does not need. Called when the page will not be changed any more. */
    Page trimmed() {
        rows = Arrays.copyOf(rows, count * stride(level));
        return this;
    }

    /** Number of longs that {@link #encode} writes. */
    int encodedLongs() {
        return HEADER_LONGS + count * stride(level);
    }

    /** The content of the page as numbers. */
    void encode(java.nio.LongBuffer out) {
        out.put(level);
        out.put(birth);
        out.put(live);
        out.put(rows, 0, count * stride(level));
    }

    /** The page of the content that {@link #encode} has written. */
    static Page decode(long id, java.nio.LongBuffer in) {
        int level = (int) in.get();
        long birth = in.get();
        int live = (int) in.get();
        long[] rows = new long[in.remaining()];
        in.get(rows);
        return new Page(id, level, birth, rows.length / stride(level), live, rows);
    }

    private static int stride(int level) {
        return level == 0 ? CHILD : CHILD + 1;
    }

    /** Maximum number of rows of a page. */
    static int most(int level) {
        return (BYTES - HEADER_LONGS * Long.BYTES) / (stride(level) * Long.BYTES);
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

    /** Adds a living row. */
    void add(long[] key, long from, long child) {
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
