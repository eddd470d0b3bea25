package dev.velella.diff.blank;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Matches the remaining free nodes, which nothing tells apart from many others. They are matched in the order of the
 * graphs: first nodes with the same surroundings (without the text of literals), then nodes that have a statement in
 * common. The cost is linear.
 */
final class Leftovers {
    private final Pairing pairing;

    Leftovers(Pairing pairing) {
        this.pairing = pairing;
    }

    /** Matches the nodes. Every pair is followed to its neighbours before the next pair is chosen. */
    void match() {
        inOrder(true, node -> pairing.follow(true));
        if (pairing.isDone()) {
            return;
        }
        SharedStatements.Traits traits = new SharedStatements.Traits(pairing);
        List<Map.Entry<Long, SharedStatements.Traits.Holders>> common = traits.byTrait.entrySet().stream()
                .filter(e ->
                        Likeness.isStatement(e.getKey()) && !e.getValue().next.isEmpty())
                .sorted(Comparator.<Map.Entry<Long, SharedStatements.Traits.Holders>>comparingInt(e ->
                                e.getValue().previous.size() + e.getValue().next.size())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        for (Map.Entry<Long, SharedStatements.Traits.Holders> each : common) {
            zip(traits, each.getValue());
        }
        pairing.follow(true);
    }

    private void zip(SharedStatements.Traits traits, SharedStatements.Traits.Holders holders) {
        ArrayDeque<Integer> waiting = new ArrayDeque<>();
        for (int i : holders.previous) {
            if (pairing.previous().isFree(traits.previous[i].node())) {
                waiting.add(traits.previous[i].node());
            }
        }
        for (int j : holders.next) {
            int node = traits.next[j].node();
            if (!waiting.isEmpty() && pairing.next().isFree(node)) {
                pairing.match(waiting.remove(), node);
            }
        }
    }

    /**
     * Matches the nodes without a further step of work, after the limit was reached. The order is: nodes that kept
     * their label and surroundings; nodes with the same surroundings, in their order; nodes that kept their label.
     */
    void matchCheaply() {
        keptLabels(true);
        inOrder(false, node -> {});
        inOrder(true, node -> {});
        keptLabels(false);
    }

    private void keptLabels(boolean sameSurroundings) {
        Side previous = pairing.previous();
        Side next = pairing.next();
        for (int node : next.free()) {
            int same = previous.graph().find(next.graph().node(node).getID());
            if (same >= 0
                    && (!sameSurroundings || previous.surroundings(same, false) == next.surroundings(node, false))) {
                pairing.matchIfFree(same, node);
            }
        }
    }

    private void inOrder(boolean loosely, IntConsumer matched) {
        Side previous = pairing.previous();
        Side next = pairing.next();
        Map<Long, ArrayDeque<Integer>> waiting = new HashMap<>();
        for (int node : previous.free()) {
            waiting.computeIfAbsent(previous.surroundings(node, loosely), s -> new ArrayDeque<>())
                    .add(node);
        }
        for (int node : next.free()) {
            ArrayDeque<Integer> alike = waiting.get(next.surroundings(node, loosely));
            while (next.isFree(node) && alike != null && !alike.isEmpty()) {
                int candidate = alike.remove();
                if (previous.isFree(candidate)) {
                    pairing.match(candidate, node);
                    matched.accept(node);
                }
            }
        }
    }
}
