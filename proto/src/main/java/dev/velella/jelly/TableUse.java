package dev.velella.jelly;

import java.util.Arrays;

/**
 * Counts the use of a lookup table. The ids of the entries are in range, because the entries have been decoded before.
 */
final class TableUse {
    private static final int UNSET = -1;

    private final String name;
    private int[] lengths = new int[0];
    private int lastId;
    private int highestId;
    private long set;
    private long overwritten;
    private long bytes;
    private long mostBytes;

    TableUse(String name) {
        this.name = name;
    }

    /** Counts an entry row. The id 0 stands for the id after the last one. */
    void entry(int id, int length) {
        lastId = id == 0 ? lastId + 1 : id;
        grow(lastId);
        int before = lengths[lastId];
        set++;
        if (before != UNSET) {
            overwritten++;
            bytes -= before;
        }
        lengths[lastId] = length;
        bytes += length;
        mostBytes = Math.max(mostBytes, bytes);
        highestId = Math.max(highestId, lastId);
    }

    private void grow(int id) {
        if (id >= lengths.length) {
            int before = lengths.length;
            lengths = Arrays.copyOf(lengths, Math.max(id + 1, before * 2));
            Arrays.fill(lengths, before, lengths.length, UNSET);
        }
    }

    JellyStatistics.Table statistics(int size) {
        return new JellyStatistics.Table(name, size, set, overwritten, highestId, bytes, mostBytes);
    }
}
