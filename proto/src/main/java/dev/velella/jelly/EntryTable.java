package dev.velella.jelly;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lookup table of a reader: an array of strings by id, from 1.
 *
 * <p>Grows with the ids that are really set, never to the announced size at once.
 */
final class EntryTable {
    private static final int INITIAL_SIZE = 32;

    private final String what;
    private int capacity;
    private @Nullable String[] text = new String[INITIAL_SIZE];
    private int[] size = new int[INITIAL_SIZE];
    private int highest;
    private int lastSet;
    private long bytes;

    EntryTable(String what) {
        this.what = what;
    }

    /** Forgets every entry, in time proportional to the highest id, and takes the size of another stream. */
    void reset(int newCapacity) {
        Arrays.fill(text, 0, highest + 1, null);
        Arrays.fill(size, 0, highest + 1, 0);
        highest = 0;
        lastSet = 0;
        bytes = 0;
        capacity = newCapacity;
    }

    /** Highest id that was set. */
    int highest() {
        return highest;
    }

    /** Bytes of UTF-8 held by all entries. */
    long bytes() {
        return bytes;
    }

    /** The id of an entry row; 0 stands for the one after the entry before. */
    int resolve(int id, WireReader in) {
        int resolved = id == 0 ? lastSet + 1 : id;
        if (resolved < 1 || resolved > capacity) {
            throw in.fail("id " + Integer.toUnsignedString(resolved) + " is outside the " + what + " table of "
                    + capacity + " entries");
        }
        return resolved;
    }

    /** Sets an entry whose value has that many bytes of UTF-8. */
    void set(int id, String value, int valueBytes) {
        if (id >= text.length) {
            int length = Math.min(capacity + 1, Math.max(id + 1, text.length * 2));
            text = Arrays.copyOf(text, length);
            size = Arrays.copyOf(size, length);
        }
        bytes += valueBytes - size[id];
        size[id] = valueBytes;
        text[id] = value;
        lastSet = id;
        highest = Math.max(highest, id);
    }

    /** The string of a referenced id. */
    String get(int id, WireReader in) {
        String value = id > 0 && id < text.length ? text[id] : null;
        if (value == null) {
            throw in.fail(what + " id " + Integer.toUnsignedString(id) + " was never set");
        }
        return value;
    }
}
