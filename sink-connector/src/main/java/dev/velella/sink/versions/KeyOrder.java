package dev.velella.sink.versions;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * An order of the four terms of a statement, in which a tree sorts its keys. The numbers of the terms are 0 for the
 * subject, 1 for the predicate, 2 for the object and 3 for the graph.
 */
enum KeyOrder {
    SPOG(0, 0, 1, 2, 3),
    POSG(1, 1, 2, 0, 3),
    OSPG(2, 2, 0, 1, 3),
    GSPO(3, 3, 0, 1, 2);

    /** All orders. */
    static final List<KeyOrder> ALL = List.of(values());

    private static final Comparator<long[]> BY_KEY = Arrays::compare;

    private static final KeyOrder[] BEST = new KeyOrder[16];

    static {
        for (int bound = 0; bound < BEST.length; bound++) {
            KeyOrder best = SPOG;
            for (KeyOrder order : ALL) {
                best = order.leading(bound) > best.leading(bound) ? order : best;
            }
            BEST[bound] = best;
        }
    }

    private final int number;
    private final int first;
    private final int second;
    private final int third;
    private final int fourth;

    KeyOrder(int number, int first, int second, int third, int fourth) {
        this.number = number;
        this.first = first;
        this.second = second;
        this.third = third;
        this.fourth = fourth;
    }

    /** Number of the order in keys on the disk. */
    int number() {
        return number;
    }

    /** Number of the term at a place of the key. */
    int term(int place) {
        return place == 0 ? first : place == 1 ? second : place == 2 ? third : fourth;
    }

    /** The terms of a statement in this order. */
    long[] key(long[] statement) {
        return new long[] {statement[first], statement[second], statement[third], statement[fourth]};
    }

    /** The keys of statements in this order, sorted. */
    long[][] sorted(List<long[]> statements) {
        int count = statements.size();
        long[][] keys = new long[count][];
        long first = 0;
        long second = 0;
        for (int i = 0; i < count; i++) {
            keys[i] = key(statements.get(i));
            first |= keys[i][0];
            second |= keys[i][1];
        }
        int indexBits = bits(count);
        int secondBits = bits(second);
        if (first < 0 || second < 0 || bits(first) + secondBits + indexBits >= Long.SIZE) {
            Arrays.sort(keys, BY_KEY);
            return keys;
        }
        return byNumbers(keys, secondBits, indexBits);
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    /**
     * Sorts numbers that hold the first two terms of a key and its index, which is several times as fast as to sort the keys;
     * then keys that have both terms in common.
     */
    private static long[][] byNumbers(long[][] keys, int secondBits, int indexBits) {
        long[] numbers = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            numbers[i] = (keys[i][0] << secondBits | keys[i][1]) << indexBits | i;
        }
        Arrays.sort(numbers);
        long[][] sorted = new long[keys.length][];
        int begin = 0;
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] >> indexBits != numbers[begin] >> indexBits) {
                sort(sorted, begin, i);
                begin = i;
            }
            sorted[i] = keys[(int) (numbers[i] & ((1L << indexBits) - 1))];
        }
        sort(sorted, begin, keys.length);
        return sorted;
    }

    private static void sort(long[][] keys, int from, int to) {
        if (to - from > 1) {
            Arrays.sort(keys, from, to, BY_KEY);
        }
    }

    /**
     * Number of places at the begin of the key whose terms are bound.
     *
     * @param bound set of bits: bit n is set if term n is bound
     */
    int leading(int bound) {
        int places = 0;
        while (places < Page.KEY && (bound >> term(places) & 1) == 1) {
            places++;
        }
        return places;
    }

    /** The order in which most of the bound terms come first. */
    static KeyOrder best(int bound) {
        return BEST[bound];
    }
}
