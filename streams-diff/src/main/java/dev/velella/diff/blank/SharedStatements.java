package dev.velella.diff.blank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Matches the free nodes that have most traits in common, the most similar nodes first.
 *
 * <p>Two nodes are compared only if they share a rare trait. A trait of many nodes tells little, and comparing all
 * nodes with all others would be quadratic. Ties are broken by colour and then by order in the graphs.
 */
final class SharedStatements {
    /** Nodes that have less in common than one statement are not matched. */
    private static final int LEAST_WORTH = 3;

    /** A trait is rare if it gives at most this number of pairs for each node that has it. */
    private static final int PAIRS_PER_NODE = 16;

    private final Pairing pairing;

    SharedStatements(Pairing pairing) {
        this.pairing = pairing;
    }

    /** Matches until no two free nodes that were compared have enough in common. */
    void match() {
        int before;
        do {
            before = pairing.count();
            matchBest(new Traits(pairing));
            pairing.follow(true);
        } while (pairing.count() > before && !pairing.isDone());
    }

    /** Matches two nodes if each of them is the best candidate for the other node. */
    private void matchBest(Traits traits) {
        @Nullable Candidate[] bestOfPrevious = new @Nullable Candidate[traits.previous.length];
        @Nullable Candidate[] bestOfNext = new @Nullable Candidate[traits.next.length];
        Set<Long> compared = new HashSet<>();
        for (Traits.Holders holders : traits.byTrait.values()) {
            if (!holders.isRare()) {
                continue;
            }
            for (int i : holders.previous) {
                for (int j : holders.next) {
                    if (compared.add(((long) i << 32) | j)) {
                        Candidate candidate = compare(traits, i, j);
                        bestOfPrevious[i] = better(bestOfPrevious[i], candidate);
                        bestOfNext[j] = better(bestOfNext[j], candidate);
                    }
                }
            }
        }
        for (int j = 0; j < bestOfNext.length; j++) {
            @Nullable Candidate best = bestOfNext[j];
            if (best != null && best.worth >= LEAST_WORTH && best.equals(bestOfPrevious[best.previous])) {
                pairing.match(traits.previous[best.previous].node(), traits.next[j].node());
            }
        }
    }

    private Candidate compare(Traits traits, int i, int j) {
        Likeness previous = traits.previous[i];
        Likeness next = traits.next[j];
        pairing.work().spend(1L + previous.size() + next.size());
        long previousColour = pairing.previous().colour(previous.node());
        long nextColour = pairing.next().colour(next.node());
        return new Candidate(i, j, previous.with(next), previousColour == nextColour, nextColour);
    }

    private static Candidate better(@Nullable Candidate one, Candidate other) {
        return one == null || other.isBefore(one) ? other : one;
    }

    /**
     * Two nodes, by their indexes. The order of candidates is total, so the first candidate of all is the best for both
     * of its nodes.
     */
    private record Candidate(int previous, int next, int worth, boolean sameColour, long colour) {
        boolean isBefore(Candidate other) {
            if (worth != other.worth) {
                return worth > other.worth;
            }
            if (sameColour != other.sameColour) {
                return sameColour;
            }
            if (colour != other.colour) {
                return colour < other.colour;
            }
            return next != other.next ? next < other.next : previous < other.previous;
        }
    }

    /** The free nodes of both graphs, and for each trait the nodes that have it. */
    static final class Traits {
        final Likeness[] previous;
        final Likeness[] next;

        /** By trait: the indexes of the nodes that have it. */
        final Map<Long, Holders> byTrait = new HashMap<>();

        Traits(Pairing pairing) {
            previous = look(pairing, pairing.previous());
            next = look(pairing, pairing.next());
            for (int i = 0; i < previous.length; i++) {
                for (long trait : previous[i].distinct()) {
                    byTrait.computeIfAbsent(trait, t -> new Holders()).previous.add(i);
                }
            }
            for (int i = 0; i < next.length; i++) {
                for (long trait : next[i].distinct()) {
                    Holders holders = byTrait.get(trait);
                    if (holders != null) {
                        holders.next.add(i);
                    }
                }
            }
        }

        private static Likeness[] look(Pairing pairing, Side side) {
            int[] free = side.free();
            Likeness[] looks = new Likeness[free.length];
            for (int i = 0; i < free.length; i++) {
                pairing.work().spend(2L * side.graph().degree(free[i]));
                looks[i] = Likeness.of(side, free[i]);
            }
            return looks;
        }

        /** The indexes of the nodes, on both sides, that have one trait. */
        static final class Holders {
            final List<Integer> previous = new ArrayList<>();
            final List<Integer> next = new ArrayList<>();

            boolean isRare() {
                long pairs = (long) previous.size() * next.size();
                return pairs > 0 && pairs <= PAIRS_PER_NODE * ((long) previous.size() + next.size());
            }
        }
    }
}
