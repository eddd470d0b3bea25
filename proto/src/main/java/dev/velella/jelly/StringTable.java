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
 */
final class StringTable {
    private static final int SAMPLE = 8;
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

    /** Forgets every entry, in time proportional to their number. */
    void reset() {
        for (int id = 1; id <= used; id++) {
            int i = spread(hash[id]) & mask;
            while (index[i] != 0) {
                index[i] = 0;
                i = (i + 1) & mask;
            }
            serial[id] = 0;
        }
        Arrays.fill(source, 1, used + 1, null);
        Arrays.fill(stamp, 1, used + 1, 0);
        used = 0;
        hand = 0;
        lastSet = 0;
        bytes = 0;
    }

    /** Makes every entry equally old, for a row counter that begins again. */
    void forgetAges() {
        Arrays.fill(stamp, 0);
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
