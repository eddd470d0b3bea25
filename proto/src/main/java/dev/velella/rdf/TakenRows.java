package dev.velella.rdf;

import java.util.Arrays;

/**
 * Says which rows of a {@link StatementTable} were copied from one earlier table. A decoder copies rows whose bytes came
 * again; all other rows of the table were read.
 *
 * <p>Consists of runs, in the order of both tables: rows that follow each other in the earlier table and in this one. The
 * terms of a copied row are the same objects as in the earlier table. Only its context may be another one, for a whole run;
 * it is then in a named graph where it was in one before, and in the default graph where it was there before.
 *
 * <p>Knows the earlier table by an identity only, so it keeps no earlier table in memory. Immutable.
 */
public final class TakenRows {
    private static final int FROM = 0;
    private static final int AT = 1;
    private static final int LENGTH = 2;
    private static final int SAME_CONTEXTS = 3;
    private static final int NUMBERS = 4;

    /** A builder drops its memory for more numbers than this. */
    private static final int KEPT = 1 << 14;

    /** No row was copied. */
    static final TakenRows NONE = new TakenRows(new Object(), new int[0]);

    private final Object earlier;
    private final int[] numbers;

    private TakenRows(Object earlier, int[] numbers) {
        this.earlier = earlier;
        this.numbers = numbers;
    }

    /** Whether the rows were copied from the table with this {@link StatementTable#identity}. */
    @SuppressWarnings("ReferenceEquality") // an identity is equal to itself only
    public boolean areOf(Object identity) {
        return earlier == identity;
    }

    /** Number of runs. */
    public int runs() {
        return numbers.length / NUMBERS;
    }

    /** The first row of a run in the earlier table. */
    public int from(int run) {
        return numbers[NUMBERS * run + FROM];
    }

    /** The first row of a run in this table. */
    public int at(int run) {
        return numbers[NUMBERS * run + AT];
    }

    /** Number of rows of a run. */
    public int length(int run) {
        return numbers[NUMBERS * run + LENGTH];
    }

    /** Whether the rows of a run have the same contexts as in the earlier table. */
    public boolean hasSameContexts(int run) {
        return numbers[NUMBERS * run + SAME_CONTEXTS] != 0;
    }

    /** Collects runs; not thread-safe. */
    static final class Builder {
        private Object earlier = this;
        private int[] numbers = new int[NUMBERS * 16];
        private int count;

        /** Whether rows of more than one table were copied, so that nothing is said about any of them. */
        private boolean isMixed;

        @SuppressWarnings("ReferenceEquality") // an identity is equal to itself only
        void add(Object identity, int from, int at, int length, boolean sameContexts) {
            if (count == 0) {
                earlier = identity;
            }
            isMixed |= earlier != identity;
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count + FROM] = from;
            numbers[count + AT] = at;
            numbers[count + LENGTH] = length;
            numbers[count + SAME_CONTEXTS] = sameContexts ? 1 : 0;
            count += NUMBERS;
        }

        TakenRows build() {
            return isMixed || count == 0 ? NONE : new TakenRows(earlier, Arrays.copyOf(numbers, count));
        }

        void clear() {
            earlier = this;
            count = 0;
            isMixed = false;
            if (numbers.length > KEPT) {
                numbers = new int[NUMBERS * 16];
            }
        }
    }
}
