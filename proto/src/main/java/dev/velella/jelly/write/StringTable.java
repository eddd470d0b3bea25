package dev.velella.jelly.write;

import java.util.Arrays;

/**
 * Lookup table of a writer: at most {@code capacity} strings, each at an id. Ids begin with 1.
 *
 * <p>The table keeps a string as a part of another string, because most names are the end of an IRI that stays in
 * memory anyway. If the rest of that other string is long, the table copies its part, so that the table needs about as
 * much memory as its entries.
 *
 * <p>If the table is full, a new string overwrites the oldest entry of a sample (least recently used, nearly). An entry
 * that the current row has used is never overwritten, because the number of this row is stamped on it.
 *
 * <p>Every string that gets an id also gets a serial. No other string of this table ever has the same serial. A cache
 * remembers id and serial, and so never takes one string for another, whatever happens to the table meanwhile.
 *
 * <p>Entries that are overwritten go to an undo log, so that the table can go back to a {@link #mark}. Only ages are
 * not restored: after {@link #rollBack} another entry may be the next one to be overwritten.
 */
final class StringTable {
    /** An id that is before no other id, so that the first entry row is written with an explicit id. */
    private static final int NO_ID = -1;

    /**
     * Number of entries for which there is room at first. The table grows when more come, because few tables are ever
     * full.
     */
    private static final int INITIAL = 128;

    private static final int SAMPLE = 8;

    /**
     * Tables up to this size take a larger sample, because in a small table it costs most to overwrite an entry that is
     * still needed.
     */
    private static final int SMALL = 256;

    private static final int SAMPLE_OF_SMALL = 32;
    private static final int KEPT_UNDO = 1 << 10;

    /** A dictionary leaves this part of the table free, at least one entry. */
    private static final int OWN_SHARE = 4;

    /** Most characters before an entry in its source string; if there are more, the entry is copied. */
    private static final int KEPT_BEFORE = 256;

    private static final int[] POWERS_OF_31 = new int[256];

    /** Places in {@link #shape} for each entry: hash, part of its source, bytes of UTF-8. */
    private static final int HASH = 0;

    private static final int FROM = 1;
    private static final int TO = 2;
    private static final int SIZE = 3;
    private static final int SHAPE = 4;

    /** Places in {@link #life} for each entry: serial, and the row that used it last. */
    private static final int SERIAL = 0;

    private static final int STAMP = 1;
    private static final int LIFE = 2;

    static {
        int power = 1;
        for (int i = 0; i < POWERS_OF_31.length; i++) {
            POWERS_OF_31[i] = power;
            power *= 31;
        }
    }

    private final int capacity;
    private String[] source = new String[0];
    private int[] shape = new int[0];
    private long[] life = new long[0];
    /** Open addressing: hash in the upper half, id in the lower half; 0 if the place is empty. */
    private long[] index = new long[0];

    private int mask;
    private int used;
    private int hand;
    private int lastSet;
    private long serials;
    private long bytes;

    /** The entries up to this id are those of the dictionary: they stay as they are until {@link #reset}. */
    private int base;

    private long baseBytes;
    private int undoSize;
    private int[] undoId = new int[0];
    private String[] undoSource = new String[0];
    private int[] undoShape = new int[0];
    private long[] undoLife = new long[0];

    /** A state to which the table can go back; valid until {@link #forgetUndo} or {@link #reset}. */
    record Mark(int undoSize, int used, int hand, int lastSet, long bytes) {}

    /** The whole content, independent of its table. */
    static final class State {
        private final int used;
        private final int hand;
        private final int lastSet;
        private final long bytes;
        private final String[] source;
        private final int[] shape;
        private final long[] life;

        private State(StringTable table) {
            used = table.used;
            hand = table.hand;
            lastSet = table.lastSet;
            bytes = table.bytes;
            source = Arrays.copyOf(table.source, used + 1);
            shape = Arrays.copyOf(table.shape, (used + 1) * SHAPE);
            life = Arrays.copyOf(table.life, (used + 1) * LIFE);
        }
    }

    StringTable(int capacity) {
        this.capacity = capacity;
        makeRoom(Math.min(capacity, INITIAL));
    }

    /** Makes room for a number of entries in all. */
    private void makeRoom(int entries) {
        source = Arrays.copyOf(source, entries + 1);
        shape = Arrays.copyOf(shape, (entries + 1) * SHAPE);
        life = Arrays.copyOf(life, (entries + 1) * LIFE);
        index = new long[Integer.highestOneBit(Math.max(4, entries * 2 - 1)) << 1];
        mask = index.length - 1;
        linkAll();
    }

    int capacity() {
        return capacity;
    }

    /** Number of entries; as long as the table is not full, also the id of the last one. */
    int used() {
        return used;
    }

    /** Whether the next entry overwrites another one. */
    boolean isFull() {
        return used == capacity;
    }

    /** Bytes of UTF-8 held by all entries. */
    long bytes() {
        return bytes;
    }

    /** The id whose entry was written last, 0 at the start of a stream. */
    int lastSet() {
        return lastSet;
    }

    long serial(int id) {
        return life[id * LIFE + SERIAL];
    }

    /** Whether the id still has the string with this serial. If so, it is marked as used by the row. */
    boolean touch(int id, long expectedSerial, int row) {
        int at = id * LIFE;
        if (life[at + SERIAL] != expectedSerial) {
            return false;
        }
        life[at + STAMP] = row;
        return true;
    }

    /**
     * {@link String#hashCode} of the end of a string, computed from the hashes of the whole string and of its
     * beginning.
     */
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

    /**
     * Id of a part of a string, by its hash. Marks the entry as used by the row. 0 if the table does not hold the
     * string.
     */
    int find(String text, int start, int end, int hash, int row) {
        int i = spread(hash) & mask;
        long found;
        while ((found = index[i]) != 0) {
            if ((int) (found >>> 32) == hash && matches((int) found, text, start, end)) {
                int id = (int) found;
                life[id * LIFE + STAMP] = row;
                return id;
            }
            i = (i + 1) & mask;
        }
        return 0;
    }

    @SuppressWarnings("ReferenceEquality") // mostly it is the same object, which needs no comparison
    private boolean matches(int id, String text, int start, int end) {
        int from = shape[id * SHAPE + FROM];
        int length = shape[id * SHAPE + TO] - from;
        String other = source[id];
        if (length != end - start) {
            return false;
        }
        return (other == text && from == start) || other.regionMatches(from, text, start, length);
    }

    /**
     * Adds a part of a string that the table does not hold.
     *
     * @return its id, or 0 if this row has used every entry; then nothing has changed
     */
    int add(String text, int start, int end, int hash, int row) {
        int id;
        if (used < capacity) {
            if (used + 1 == source.length) {
                makeRoom(Math.min(capacity, used * 2));
            }
            id = ++used;
        } else {
            id = victim(row);
            if (id == 0) {
                return 0;
            }
            log(id);
            unlink(id);
            bytes -= shape[id * SHAPE + SIZE];
        }
        boolean copied = start > KEPT_BEFORE;
        source[id] = copied ? text.substring(start, end) : text;
        int at = id * SHAPE;
        shape[at + HASH] = hash;
        shape[at + FROM] = copied ? 0 : start;
        shape[at + TO] = copied ? end - start : end;
        shape[at + SIZE] = 0;
        life[id * LIFE + SERIAL] = ++serials;
        life[id * LIFE + STAMP] = row;
        lastSet = id;
        link(id, hash);
        return id;
    }

    /** Sets the number of bytes of UTF-8 of the entry that was just added. */
    void setBytes(int id, int count) {
        shape[id * SHAPE + SIZE] = count;
        bytes += count;
    }

    private int victim(int row) {
        int oldest = 0;
        long oldestAge = 0;
        int at = hand;
        int sample = capacity <= SMALL ? SAMPLE_OF_SMALL : SAMPLE;
        for (int seen = base; seen < capacity && (oldest == 0 || seen < base + sample); seen++) {
            at = at >= capacity || at < base ? base + 1 : at + 1;
            long age = row - life[at * LIFE + STAMP];
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
     * @param explicit whether the first entry row must have an explicit id, because a reader may know an earlier entry
     */
    void reset(boolean explicit) {
        clearIndex();
        clearEntries(0);
        used = 0;
        hand = 0;
        lastSet = explicit ? NO_ID : 0;
        bytes = 0;
        base = 0;
        baseBytes = 0;
        forgetUndo();
    }

    /** Whether a dictionary may have one more entry, so that frames still find room for entries of their own. */
    boolean hasRoomForDictionary() {
        return used < capacity - Math.max(1, capacity / OWN_SHARE);
    }

    /** Makes the present entries those of the dictionary: from now on none of them is overwritten. */
    void fix() {
        base = used;
        baseBytes = bytes;
        cutBack();
    }

    /**
     * Removes the entries that do not belong to the dictionary, in time proportional to their number. The next entry row
     * has an explicit id.
     */
    void cutBack() {
        for (int id = used; id > base; id--) {
            unlink(id);
        }
        clearEntries(base);
        used = base;
        hand = base;
        bytes = baseBytes;
        lastSet = NO_ID;
        forgetUndo();
    }

    private void clearEntries(int keep) {
        Arrays.fill(source, keep + 1, used + 1, null);
        Arrays.fill(life, (keep + 1) * LIFE, (used + 1) * LIFE, 0);
    }

    private void clearIndex() {
        if (used > index.length >> 4) {
            Arrays.fill(index, 0);
            return;
        }
        for (int id = 1; id <= used; id++) {
            int i = spread(shape[id * SHAPE + HASH]) & mask;
            while (index[i] != 0) {
                index[i] = 0;
                i = (i + 1) & mask;
            }
        }
    }

    Mark mark() {
        return new Mark(undoSize, used, hand, lastSet, bytes);
    }

    /** Goes back to the content at the mark. Serials that were given since are never given again. */
    void rollBack(Mark mark) {
        while (undoSize > mark.undoSize) {
            undoSize--;
            int id = undoId[undoSize];
            source[id] = undoSource[undoSize];
            copyEntry(undoShape, undoLife, undoSize, shape, life, id);
        }
        clearEntries(mark.used);
        used = mark.used;
        hand = mark.hand;
        lastSet = mark.lastSet;
        bytes = mark.bytes;
        linkAll();
    }

    /** Makes all marks invalid. */
    void forgetUndo() {
        if (undoId.length > KEPT_UNDO) {
            resizeUndo(0);
        }
        undoSize = 0;
    }

    private void resizeUndo(int length) {
        undoId = Arrays.copyOf(undoId, length);
        undoSource = Arrays.copyOf(undoSource, length);
        undoShape = Arrays.copyOf(undoShape, length * SHAPE);
        undoLife = Arrays.copyOf(undoLife, length * LIFE);
    }

    private void log(int id) {
        if (undoSize == undoId.length) {
            resizeUndo(Math.max(32, undoSize * 2));
        }
        undoId[undoSize] = id;
        undoSource[undoSize] = source[id];
        copyEntry(shape, life, id, undoShape, undoLife, undoSize);
        undoSize++;
    }

    private static void copyEntry(int[] shape, long[] life, int at, int[] toShape, long[] toLife, int to) {
        for (int i = 0; i < SHAPE; i++) {
            toShape[to * SHAPE + i] = shape[at * SHAPE + i];
        }
        for (int i = 0; i < LIFE; i++) {
            toLife[to * LIFE + i] = life[at * LIFE + i];
        }
    }

    State snapshot() {
        return new State(this);
    }

    /** Takes the content of a table with the same capacity, with new serials. */
    void restore(State state) {
        reset(false);
        if (state.used >= source.length) {
            makeRoom(state.used);
        }
        used = state.used;
        hand = state.hand;
        lastSet = state.lastSet;
        bytes = state.bytes;
        System.arraycopy(state.source, 0, source, 0, used + 1);
        System.arraycopy(state.shape, 0, shape, 0, (used + 1) * SHAPE);
        System.arraycopy(state.life, 0, life, 0, (used + 1) * LIFE);
        for (int id = 1; id <= used; id++) {
            life[id * LIFE + SERIAL] = ++serials;
        }
        linkAll();
    }

    /** Makes all entries equally old. Needed when the row counter begins again. */
    void forgetAges() {
        for (int id = 0; id <= used; id++) {
            life[id * LIFE + STAMP] = 0;
        }
        for (int i = 0; i < undoSize; i++) {
            undoLife[i * LIFE + STAMP] = 0;
        }
    }

    private void linkAll() {
        Arrays.fill(index, 0);
        for (int id = 1; id <= used; id++) {
            link(id, shape[id * SHAPE + HASH]);
        }
    }

    private void link(int id, int hash) {
        int i = spread(hash) & mask;
        while (index[i] != 0) {
            i = (i + 1) & mask;
        }
        index[i] = ((long) hash << 32) | id;
    }

    /** Removes an id from the index and closes the gap, so that searches still find the ids after it. */
    private void unlink(int id) {
        int gap = spread(shape[id * SHAPE + HASH]) & mask;
        while ((int) index[gap] != id) {
            gap = (gap + 1) & mask;
        }
        index[gap] = 0;
        int i = gap;
        while (true) {
            i = (i + 1) & mask;
            long other = index[i];
            if (other == 0) {
                return;
            }
            int home = spread((int) (other >>> 32)) & mask;
            boolean reachable = gap <= i ? (home > gap && home <= i) : (home > gap || home <= i);
            if (!reachable) {
                index[gap] = other;
                index[i] = 0;
                gap = i;
            }
        }
    }
}
