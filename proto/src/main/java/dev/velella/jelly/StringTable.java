package dev.velella.jelly;

import java.util.Arrays;

/**
 * Lookup table of a writer: at most {@code capacity} strings, each at an id from 1.
 *
 * <p>Strings are kept as a part of another string, because most names are the tail of an IRI that lives anyway. The
 * entry to overwrite is the oldest of a sample (least recently used, nearly). An entry that the current row has used is
 * never overwritten: it is pinned by its row stamp.
 *
 * <p>Every content of an id has a serial of its own, which no other content of this table ever has again. So a cache
 * that remembers id and serial can never mistake one string for another, whatever happens to the table between.
 *
 * <p>Entries that are overwritten go to an undo log, so that the table can go back to a {@link #mark}. Only ages are not
 * undone: after {@link #rollBack} another entry may be the next one to be overwritten.
 */
final class StringTable {
    /** No id follows this one, so the first entry row is written with its id. */
    private static final int NO_ID = -1;

    private static final int SAMPLE = 8;
    private static final int KEPT_UNDO = 1 << 12;
    private static final int[] POWERS_OF_31 = new int[256];

    static {
        int power = 1;
        for (int i = 0; i < POWERS_OF_31.length; i++) {
            POWERS_OF_31[i] = power;
            power *= 31;
        }
    }

    private final int capacity;
    private final String[] source;
    private final int[] from;
    private final int[] to;
    private final int[] hash;
    private final int[] stamp;
    private final long[] serial;
    private final int[] size;
    private final int[] index;
    private final int mask;
    private int used;
    private int hand;
    private int lastSet;
    private long serials;
    private long bytes;
    private Overwritten[] undo = new Overwritten[0];
    private int undoSize;

    /** What an id held before it was overwritten. */
    private record Overwritten(int id, String source, int from, int to, int hash, int stamp, long serial, int size) {}

    /** A moment to go back to, valid until {@link #forgetUndo} or {@link #reset}. */
    record Mark(int undoSize, int used, int hand, int lastSet, long bytes) {}

    /** The whole content, independent of the table it was taken from. */
    static final class State {
        private final int used;
        private final int hand;
        private final int lastSet;
        private final long bytes;
        private final String[] source;
        private final int[] from;
        private final int[] to;
        private final int[] hash;
        private final int[] stamp;
        private final int[] size;

        private State(StringTable table) {
            used = table.used;
            hand = table.hand;
            lastSet = table.lastSet;
            bytes = table.bytes;
            source = Arrays.copyOf(table.source, used + 1);
            from = Arrays.copyOf(table.from, used + 1);
            to = Arrays.copyOf(table.to, used + 1);
            hash = Arrays.copyOf(table.hash, used + 1);
            stamp = Arrays.copyOf(table.stamp, used + 1);
            size = Arrays.copyOf(table.size, used + 1);
        }
    }

    StringTable(int capacity) {
        this.capacity = capacity;
        source = new String[capacity + 1];
        from = new int[capacity + 1];
        to = new int[capacity + 1];
        hash = new int[capacity + 1];
        stamp = new int[capacity + 1];
        serial = new long[capacity + 1];
        size = new int[capacity + 1];
        index = new int[Integer.highestOneBit(Math.max(4, capacity * 2 - 1)) << 1];
        mask = index.length - 1;
    }

    int capacity() {
        return capacity;
    }

    /** Bytes of UTF-8 held by all entries. */
    long bytes() {
        return bytes;
    }

    /** The id whose entry was written last, 0 at the start of a stream. */
    int lastSet() {
        return lastSet;
    }

    /** Whether the id still has the content that had this serial. */
    boolean isCurrent(int id, long expectedSerial) {
        return serial[id] == expectedSerial;
    }

    long serial(int id) {
        return serial[id];
    }

    /** Marks an entry as used by the row. */
    void touch(int id, int row) {
        stamp[id] = row;
    }

    /** {@link String#hashCode} of the tail of a string, from the hashes of the whole and of the head. */
    static int tailHash(int wholeHash, int headHash, int tailLength) {
        return wholeHash - headHash * powerOf31(tailLength);
    }

    private static int powerOf31(int exponent) {
        if (exponent < POWERS_OF_31.length) {
            return POWERS_OF_31[exponent];
        }
        int result = 1;
        int base = 31;
        for (int n = exponent; n > 0; n >>= 1) {
            if ((n & 1) != 0) {
                result *= base;
            }
            base *= base;
        }
        return result;
    }

    static int spread(int hash) {
        int h = hash * 0x9E3779B1;
        return h ^ (h >>> 15);
    }

    /** Id of a part of a string that has the given hash, marked as used by the row; 0 when the table does not hold it. */
    int find(String text, int start, int end, int textHash, int row) {
        int length = end - start;
        int i = spread(textHash) & mask;
        int id;
        while ((id = index[i]) != 0) {
            if (hash[id] == textHash && to[id] - from[id] == length && matches(id, text, start, length)) {
                stamp[id] = row;
                return id;
            }
            i = (i + 1) & mask;
        }
        return 0;
    }

    /** The string that an entry is a part of. */
    String source(int id) {
        return source[id];
    }

    @SuppressWarnings("ReferenceEquality") // the same object is the common case and saves the comparison
    private boolean matches(int id, String text, int start, int length) {
        return (source[id] == text && from[id] == start) || source[id].regionMatches(from[id], text, start, length);
    }

    /**
     * Adds a part of a string that the table does not hold.
     *
     * @return its id, or 0 when every entry is pinned by this row: then nothing has changed
     */
    int add(String text, int start, int end, int textHash, int row) {
        int id;
        if (used < capacity) {
            id = ++used;
        } else {
            id = victim(row);
            if (id == 0) {
                return 0;
            }
            log(id);
            unlink(id);
            bytes -= size[id];
        }
        source[id] = text;
        from[id] = start;
        to[id] = end;
        hash[id] = textHash;
        stamp[id] = row;
        serial[id] = ++serials;
        size[id] = 0;
        lastSet = id;
        link(id);
        return id;
    }

    /** Says how many bytes of UTF-8 the entry that was just added has. */
    void setBytes(int id, int count) {
        size[id] = count;
        bytes += count;
    }

    private int victim(int row) {
        int oldest = 0;
        int oldestAge = 0;
        int at = hand;
        for (int seen = 0; seen < capacity && (oldest == 0 || seen < SAMPLE); seen++) {
            at = at >= capacity ? 1 : at + 1;
            int age = row - stamp[at];
            if (age > oldestAge) {
                oldestAge = age;
                oldest = at;
            }
        }
        if (oldest != 0) {
            hand = oldest;
        }
        return oldest;
    }

    /**
     * Forgets every entry, in time proportional to their number.
     *
     * @param explicit whether the first entry row has to name its id, because a reader may know an entry before it
     */
    void reset(boolean explicit) {
        Arrays.fill(index, 0);
        Arrays.fill(source, 1, used + 1, null);
        Arrays.fill(stamp, 1, used + 1, 0);
        Arrays.fill(serial, 1, used + 1, 0);
        used = 0;
        hand = 0;
        lastSet = explicit ? NO_ID : 0;
        bytes = 0;
        forgetUndo();
    }

    Mark mark() {
        return new Mark(undoSize, used, hand, lastSet, bytes);
    }

    /** Makes the content what it was at the mark; serials given since are never given again. */
    void rollBack(Mark mark) {
        while (undoSize > mark.undoSize) {
            Overwritten old = undo[--undoSize];
            int id = old.id;
            source[id] = old.source;
            from[id] = old.from;
            to[id] = old.to;
            hash[id] = old.hash;
            stamp[id] = old.stamp;
            serial[id] = old.serial;
            size[id] = old.size;
        }
        Arrays.fill(source, mark.used + 1, used + 1, null);
        Arrays.fill(stamp, mark.used + 1, used + 1, 0);
        Arrays.fill(serial, mark.used + 1, used + 1, 0);
        used = mark.used;
        hand = mark.hand;
        lastSet = mark.lastSet;
        bytes = mark.bytes;
        linkAll();
    }

    /** Ends the validity of all marks. */
    void forgetUndo() {
        if (undo.length > KEPT_UNDO) {
            undo = new Overwritten[0];
        }
        undoSize = 0;
    }

    private void log(int id) {
        if (undoSize == undo.length) {
            undo = Arrays.copyOf(undo, Math.max(16, undoSize * 2));
        }
        undo[undoSize++] = new Overwritten(id, source[id], from[id], to[id], hash[id], stamp[id], serial[id], size[id]);
    }

    State snapshot() {
        return new State(this);
    }

    /** Takes over the content of a table of the same capacity, under new serials. */
    void restore(State state) {
        reset(false);
        used = state.used;
        hand = state.hand;
        lastSet = state.lastSet;
        bytes = state.bytes;
        System.arraycopy(state.source, 0, source, 0, used + 1);
        System.arraycopy(state.from, 0, from, 0, used + 1);
        System.arraycopy(state.to, 0, to, 0, used + 1);
        System.arraycopy(state.hash, 0, hash, 0, used + 1);
        System.arraycopy(state.stamp, 0, stamp, 0, used + 1);
        System.arraycopy(state.size, 0, size, 0, used + 1);
        for (int id = 1; id <= used; id++) {
            serial[id] = ++serials;
        }
        linkAll();
    }

    /** Makes every entry equally old, for a row counter that begins again. */
    void forgetAges() {
        Arrays.fill(stamp, 0);
    }

    private void linkAll() {
        Arrays.fill(index, 0);
        for (int id = 1; id <= used; id++) {
            link(id);
        }
    }

    private void link(int id) {
        int i = spread(hash[id]) & mask;
        while (index[i] != 0) {
            i = (i + 1) & mask;
        }
        index[i] = id;
    }

    /** Takes an id out of the index and closes the gap, so that no probe sequence is broken. */
    private void unlink(int id) {
        int gap = spread(hash[id]) & mask;
        while (index[gap] != id) {
            gap = (gap + 1) & mask;
        }
        index[gap] = 0;
        int i = gap;
        while (true) {
            i = (i + 1) & mask;
            int other = index[i];
            if (other == 0) {
                return;
            }
            int home = spread(hash[other]) & mask;
            boolean reachable = gap <= i ? (home > gap && home <= i) : (home > gap || home <= i);
            if (!reachable) {
                index[gap] = other;
                index[i] = 0;
                gap = i;
            }
        }
    }
}
