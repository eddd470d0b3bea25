package dev.velella.jelly.read;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Lookup table of a reader: an array of strings by id. Ids begin with 1.
 *
 * <p>The table grows with the ids that are really set, and never to the announced size at once. Every frame begins with
 * {@link #mark}, and {@link #rollback} takes the table back to this state. For this, the table logs each entry that a
 * frame sets.
 */
final class EntryTable {
    private static final int INITIAL_SIZE = 32;

    /** Stands for the last entry row where there is none, so that the next one must have an explicit id. */
    private static final int NO_ID = -1;

    private final String what;
    private final @Nullable String zero;
    private int capacity;
    private @Nullable String[] text = new String[INITIAL_SIZE];
    private int[] size = new int[INITIAL_SIZE];
    private int highest;
    private int lastSet;
    private long bytes;

    /** The entries up to this id are those of the dictionary, and cannot be set again; 0 without a dictionary. */
    private int base;

    private long baseBytes;
    private int markedBase;

    /** Whether an entry that was set before has been set again since the mark. */
    private boolean replaced;

    /**
     * The second pair of arrays. It holds the entries that were forgotten since the mark; otherwise its contents have
     * no meaning.
     */
    private @Nullable String[] spareText = new String[INITIAL_SIZE];

    private int[] spareSize = new int[INITIAL_SIZE];
    private int spareHighest;

    private boolean forgotten;
    private int markedCapacity;
    private int markedHighest;
    private int markedLastSet;
    private long markedBytes;

    /**
     * The entries that {@link #set} has overwritten since the mark. Not used if the table held only the entries of the
     * dictionary at the mark, or none: then nothing can be overwritten.
     */
    private int[] undoIds = new int[INITIAL_SIZE];

    private @Nullable String[] undoTexts = new String[INITIAL_SIZE];
    private int[] undoSizes = new int[INITIAL_SIZE];
    private int undoCount;

    /** The entries of a table, for a {@link DecoderState}; it never changes. */
    static final class Entries {
        private final @Nullable String[] text;
        private final int[] size;
        private final int capacity;
        private final int lastSet;
        private final long bytes;

        private Entries(EntryTable table) {
            text = Arrays.copyOf(table.text, table.highest + 1);
            size = Arrays.copyOf(table.size, table.highest + 1);
            capacity = table.capacity;
            lastSet = table.lastSet;
            bytes = table.bytes;
        }
    }

    /**
     * @param what name of the table in messages
     * @param zero the text of id 0, which no row can set; null if 0 is no id
     */
    EntryTable(String what, @Nullable String zero) {
        this.what = what;
        this.zero = zero;
        text[0] = zero;
        spareText[0] = zero;
    }

    /** Estimated memory of the entries, in bytes. */
    long stateBytes() {
        return bytes + 64L * text.length;
    }

    /** Sets the table size of a stream. The table must be empty. */
    void setCapacity(int newCapacity) {
        capacity = newCapacity;
    }

    /** Whether the stream has such a table. */
    boolean hasRoom() {
        return capacity > 0;
    }

    /** Remembers this state for {@link #rollback}. */
    void mark() {
        forgotten = false;
        replaced = false;
        markedCapacity = capacity;
        markedHighest = highest;
        markedLastSet = lastSet;
        markedBytes = bytes;
        markedBase = base;
        if (undoCount > 0) {
            Arrays.fill(undoTexts, 0, undoCount, null);
            undoCount = 0;
        }
    }

    /**
     * Forgets every entry; can be rolled back. Takes time proportional to the number of entries of the stream before
     * the last one.
     */
    void forget() {
        Arrays.fill(spareText, 1, spareHighest + 1, null);
        Arrays.fill(spareSize, 0, spareHighest + 1, 0);
        spareHighest = 0;
        swap();
        lastSet = 0;
        bytes = 0;
        base = 0;
        forgotten = true;
    }

    /** Makes the present entries those of the dictionary. */
    void fix() {
        base = highest;
        baseBytes = bytes;
        lastSet = NO_ID;
        mark();
    }

    /**
     * Removes the entries that do not belong to the dictionary, in time proportional to their number. {@link
     * #hasReplaced} still tells about the frame that set them.
     */
    void cutBack() {
        boolean hadReplaced = replaced;
        Arrays.fill(text, base + 1, highest + 1, null);
        Arrays.fill(size, base + 1, highest + 1, 0);
        highest = base;
        bytes = baseBytes;
        lastSet = NO_ID;
        mark();
        replaced = hadReplaced;
    }

    /** Highest id of the dictionary; 0 if there is none. */
    int base() {
        return base;
    }

    private void swap() {
        @Nullable String[] oldText = text;
        int[] oldSize = size;
        int oldHighest = highest;
        text = spareText;
        size = spareSize;
        highest = spareHighest;
        spareText = oldText;
        spareSize = oldSize;
        spareHighest = oldHighest;
    }

    /** Goes back to the mark. */
    void rollback() {
        if (forgotten) {
            swap();
        } else if (markedHighest == markedBase) {
            Arrays.fill(text, markedBase + 1, highest + 1, null);
            Arrays.fill(size, markedBase + 1, highest + 1, 0);
        } else {
            for (int i = undoCount - 1; i >= 0; i--) {
                text[undoIds[i]] = undoTexts[i];
                size[undoIds[i]] = undoSizes[i];
            }
        }
        capacity = markedCapacity;
        highest = markedHighest;
        lastSet = markedLastSet;
        bytes = markedBytes;
        base = markedBase;
        mark();
    }

    /** Whether an entry was overwritten since the mark. */
    boolean hasReplaced() {
        return replaced;
    }

    /** Highest id that was set. */
    int highest() {
        return highest;
    }

    /** Id that was set last. */
    int lastSet() {
        return lastSet;
    }

    /** Bytes of UTF-8 held by all entries. */
    long bytes() {
        return bytes;
    }

    /** The array of entries; null stands for an id that was not set. Valid until the next change. */
    @Nullable
    String[] texts() {
        return text;
    }

    /** The id of an entry row; 0 if it is outside the table. In a row, 0 stands for the id after the last entry row. */
    int resolve(int id) {
        int resolved = id == 0 ? lastSet + 1 : id;
        return resolved < 1 || resolved > capacity ? 0 : resolved;
    }

    /** Explains why {@link #resolve} has returned 0. */
    String outside(int id) {
        if (id == 0 && lastSet == NO_ID) {
            return "the first entry of the " + what + " table in a frame that builds on a dictionary has no id";
        }
        return "id " + Integer.toUnsignedString(id == 0 ? lastSet + 1 : id) + " is outside the " + what + " table of "
                + capacity + " entries";
    }

    /**
     * Sets an entry.
     *
     * @param valueBytes length of the value in bytes of UTF-8
     */
    void set(int id, String value, int valueBytes) {
        if (id >= text.length) {
            int length = Math.min(capacity + 1, Math.max(id + 1, text.length * 2));
            text = Arrays.copyOf(text, length);
            size = Arrays.copyOf(size, length);
        }
        if (markedHighest > base && !forgotten) {
            log(id);
        }
        replaced |= text[id] != null;
        bytes += valueBytes - size[id];
        size[id] = valueBytes;
        text[id] = value;
        lastSet = id;
        if (id > highest) {
            highest = id;
        }
    }

    private void log(int id) {
        if (undoCount == undoIds.length) {
            dropRepeats();
        }
        undoIds[undoCount] = id;
        undoTexts[undoCount] = text[id];
        undoSizes[undoCount] = size[id];
        undoCount++;
    }

    /**
     * Removes log entries with the same id, except the first one, which alone counts. Thus the log never gets much
     * longer than the table.
     */
    private void dropRepeats() {
        BitSet met = new BitSet();
        int kept = 0;
        for (int i = 0; i < undoCount; i++) {
            if (!met.get(undoIds[i])) {
                met.set(undoIds[i]);
                undoIds[kept] = undoIds[i];
                undoTexts[kept] = undoTexts[i];
                undoSizes[kept] = undoSizes[i];
                kept++;
            }
        }
        Arrays.fill(undoTexts, kept, undoCount, null);
        undoCount = kept;
        if (kept > undoIds.length / 2) {
            undoIds = Arrays.copyOf(undoIds, undoIds.length * 2);
            undoTexts = Arrays.copyOf(undoTexts, undoIds.length);
            undoSizes = Arrays.copyOf(undoSizes, undoIds.length);
        }
    }

    /** The string of an id; null if it was never set. */
    @Nullable
    String get(int id) {
        return id >= 0 && id < text.length ? text[id] : null;
    }

    /** Explains why an entry of the dictionary cannot be set. */
    String fixed(int id) {
        return "id " + id + " of the " + what + " table belongs to the dictionary, and cannot be set again";
    }

    /** Explains why {@link #get} has returned null. */
    String unset(int id) {
        if (lastSet == NO_ID && (id == NO_ID || id == 0)) {
            return "the first reference to the " + what + " table in a frame that builds on a dictionary has no id";
        }
        return what + " id " + Integer.toUnsignedString(id) + " was never set";
    }

    /** A copy of the entries. */
    Entries snapshot() {
        return new Entries(this);
    }

    /** Replaces the entries by the entries of a snapshot. */
    void restore(Entries entries) {
        mark();
        forget();
        highest = entries.text.length - 1;
        if (highest >= text.length) {
            text = new String[highest + 1];
            size = new int[highest + 1];
        }
        System.arraycopy(entries.text, 0, text, 0, highest + 1);
        System.arraycopy(entries.size, 0, size, 0, highest + 1);
        text[0] = zero;
        capacity = entries.capacity;
        lastSet = entries.lastSet;
        bytes = entries.bytes;
        mark();
    }
}
