package dev.velella.sink.versions;

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
