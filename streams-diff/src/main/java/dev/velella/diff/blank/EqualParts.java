package dev.velella.diff.blank;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches nodes that refinement cannot tell apart although they are the same on both sides. A part is a set of free
 * nodes that are connected with each other. Two parts are equal if their nodes have the same colours. Equal parts are
 * paired in their order, because every choice between them is equally good.
 *
 * <p>Within a pair of parts, two nodes of the same colour are matched and the colours refined again, until no node is
 * left. Nodes of one colour need not be interchangeable. Therefore a choice is first tried, and taken if the colours of
 * the two parts stay the same. A choice is never taken back later, because that would take time without bound.
 */
final class EqualParts {
    /** Colour of two nodes while their match is tried. */
    private static final long CHOSEN = 0xC405E;

    private final Pairing pairing;
    private final Refinement refinement;

    EqualParts(Pairing pairing) {
        this.pairing = pairing;
        refinement = new Refinement(pairing, false);
    }

    /**
     * Matches all equal parts. An exact refinement must have run to its end before, so that its colours are in place.
     */
    void match() {
        Map<Long, ArrayDeque<int[]>> waiting = new HashMap<>();
        for (int[] part : parts(pairing.previous())) {
            waiting.computeIfAbsent(pairing.previous().colourOf(part), h -> new ArrayDeque<>())
                    .add(part);
        }
        List<int[]> nextParts = parts(pairing.next());
        List<int[]> partners = new ArrayList<>(nextParts.size());
        for (int[] part : nextParts) {
            ArrayDeque<int[]> equal = waiting.get(pairing.next().colourOf(part));
            partners.add(equal == null || equal.isEmpty() ? new int[0] : equal.remove());
        }
        for (int i = 0; i < partners.size(); i++) {
            matchParts(partners.get(i), nextParts.get(i));
        }
    }

    private void matchParts(int[] previousPart, int[] nextPart) {
        int[] previous = previousPart;
        int[] next = nextPart;
        while (previous.length > 0 && matchTwo(previous, next)) {
            pairing.follow(false);
            refinement.of(previous, next);
            previous = pairing.previous().freeOf(previous);
            next = pairing.next().freeOf(next);
        }
    }

    /** Matches two nodes of the smallest colour that both sides have. Returns false if there is no such colour. */
    private boolean matchTwo(int[] previous, int[] next) {
        pairing.work().spend((long) previous.length + next.length);
        Classes classes = refinement.classes(previous, next);
        int least = -1;
        for (int i = 0; i < classes.size(); i++) {
            if (classes.isShared(i) && (least < 0 || classes.hash(i) < classes.hash(least))) {
                least = i;
            }
        }
        if (least < 0) {
            return false;
        }
        int chosen = classes.previous(least);
        pairing.match(chosen, fitting(chosen, classes.next(least), previous, next));
        return true;
    }

    /**
     * Finds the node of the next graph that fits a chosen node of the previous graph: the first node of its colour with
     * which the colours of both parts stay the same. If there is none, the first node of that colour is taken.
     */
    private int fitting(int chosen, int first, int[] previous, int[] next) {
        if (previous.length == 1) {
            return first;
        }
        long colour = pairing.next().colour(first);
        long[] previousColours = pairing.previous().colours(previous);
        long[] nextColours = pairing.next().colours(next);
        int fitting = first;
        boolean found = false;
        for (int i = 0; i < next.length && !found; i++) {
            if (nextColours[i] == colour) {
                pairing.previous().setColour(chosen, CHOSEN);
                pairing.next().setColour(next[i], CHOSEN);
                found = refinement.staysAlike(previous, next);
                fitting = found ? next[i] : first;
                pairing.previous().setColours(previous, previousColours);
                pairing.next().setColours(next, nextColours);
            }
        }
        return fitting;
    }

    /** The free nodes, grouped by part. Parts are ordered by their first nodes; nodes are in ascending order. */
    private List<int[]> parts(Side side) {
        List<int[]> parts = new ArrayList<>();
        boolean[] seen = new boolean[side.graph().size()];
        for (int node : side.free()) {
            if (!seen[node]) {
                seen[node] = true;
                parts.add(partOf(node, side, seen));
            }
        }
        return parts;
    }

    private int[] partOf(int start, Side side, boolean[] seen) {
        NodeGraph graph = side.graph();
        List<Integer> part = new ArrayList<>(List.of(start));
        for (int i = 0; i < part.size(); i++) {
            int node = part.get(i);
            int degree = graph.degree(node);
            pairing.work().spend(degree);
            for (int d = 0; d < degree; d++) {
                int st = graph.statement(node, d);
                for (int p = 0; p < graph.placeCount(st); p++) {
                    int neighbour = graph.place(st, p);
                    if (side.isFree(neighbour) && !seen[neighbour]) {
                        seen[neighbour] = true;
                        part.add(neighbour);
                    }
                }
            }
        }
        return part.stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
