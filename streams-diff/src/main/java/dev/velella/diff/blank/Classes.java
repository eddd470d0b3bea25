package dev.velella.diff.blank;

import java.util.Arrays;

/**
 * Groups nodes of both graphs by a hash. For each hash this table knows how many nodes of each side have it, and the
 * first node of each side. The table uses open addressing, because it is filled again in every round. Not thread-safe.
 */
final class Classes {
    private static final int NONE = -1;

    private final int mask;
    private final int[] slots;
    private final long[] hashes;
    private final int[] previousCount;
    private final int[] previousFirst;
    private final int[] nextCount;
    private final int[] nextFirst;
    private int size;

    /** @param most maximum number of nodes that will be added, both sides together */
    Classes(int most) {
        int capacity = Integer.highestOneBit(Math.max(2, most)) * 4;
        mask = capacity - 1;
        slots = new int[capacity];
        Arrays.fill(slots, NONE);
        hashes = new long[most];
        previousCount = new int[most];
        previousFirst = new int[most];
        nextCount = new int[most];
        nextFirst = new int[most];
    }

    void addPrevious(long hash, int node) {
        int n = classOf(hash);
        if (previousCount[n]++ == 0) {
            previousFirst[n] = node;
        }
    }

    void addNext(long hash, int node) {
        int n = classOf(hash);
        if (nextCount[n]++ == 0) {
            nextFirst[n] = node;
        }
    }

    private int classOf(long hash) {
        int at = (int) Mix.mix(hash) & mask;
        while (slots[at] != NONE) {
            if (hashes[slots[at]] == hash) {
                return slots[at];
            }
            at = (at + 1) & mask;
        }
        hashes[size] = hash;
        slots[at] = size;
        return size++;
    }

    /**
     * Number of classes, that is of different hashes. Classes are numbered from 0 in the order in which they were
     * added.
     */
    int size() {
        return size;
    }

    long hash(int n) {
        return hashes[n];
    }

    /** Whether a class has exactly one node of each side. */
    boolean isPair(int n) {
        return previousCount[n] == 1 && nextCount[n] == 1;
    }

    /** Whether a class has nodes of both sides. */
    boolean isShared(int n) {
        return previousCount[n] > 0 && nextCount[n] > 0;
    }

    /** First node of the previous graph in a class. The class must have a node of that graph. */
    int previous(int n) {
        return previousFirst[n];
    }

    /** First node of the next graph in a class. The class must have a node of that graph. */
    int next(int n) {
        return nextFirst[n];
    }
}
