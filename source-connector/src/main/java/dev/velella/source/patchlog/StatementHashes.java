package dev.velella.source.patchlog;

/**
 * A set of hashes of statements, 8 bytes each, in a table that is at most half full. Not thread-safe.
 */
final class StatementHashes {
    private static final int FIRST_SIZE = 1 << 10;
    private static final int MOST_SIZE = 1 << 30;

    private long[] table = new long[FIRST_SIZE];
    private int size;
    private boolean hasZero;

    /** Number of hashes. */
    int size() {
        return size + (hasZero ? 1 : 0);
    }

    /** Adds a hash; false if it was there. */
    boolean add(long hash) {
        if (hash == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        int slot = find(hash);
        if (table[slot] == hash) {
            return false;
        }
        table[slot] = hash;
        size++;
        if (size > table.length / 2) {
            grow();
        }
        return true;
    }

    /** Removes a hash; false if it was not there. */
    boolean remove(long hash) {
        if (hash == 0) {
            boolean was = hasZero;
            hasZero = false;
            return was;
        }
        int slot = find(hash);
        if (table[slot] != hash) {
            return false;
        }
        table[slot] = 0;
        size--;
        closeGap(slot);
        return true;
    }

    /** Moves the hashes behind a free slot that would not be found any more. */
    private void closeGap(int free) {
        int mask = table.length - 1;
        int gap = free;
        for (int at = (gap + 1) & mask; table[at] != 0; at = (at + 1) & mask) {
            int home = home(table[at]);
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                table[gap] = table[at];
                table[at] = 0;
                gap = at;
            }
        }
    }

    private int find(long hash) {
        int mask = table.length - 1;
        int slot = home(hash);
        while (table[slot] != 0 && table[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int home(long hash) {
        long mixed = hash * 0x9e3779b97f4a7c15L;
        return (int) (mixed >>> 32) & (table.length - 1);
    }

    private void grow() {
        if (table.length == MOST_SIZE) {
            return; // nearly full is slow, and still right; a heap ends earlier
        }
        long[] before = table;
        table = new long[before.length * 2];
        for (long hash : before) {
            if (hash != 0) {
                table[find(hash)] = hash;
            }
        }
    }
}
