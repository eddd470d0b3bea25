package dev.velella.jelly;

import java.util.Arrays;

/** Counts how a lookup table is used. The entries it is given have been decoded, so that their ids are in range. */
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

    /** An entry row; the id 0 is the one after the last. */
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
