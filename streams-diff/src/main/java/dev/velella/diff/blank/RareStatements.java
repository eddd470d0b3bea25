package dev.velella.diff.blank;

import java.util.Arrays;

/**
 * Matches nodes by rare statements. A statement is rare if exactly one free node of each graph has it. Examples are an
 * identifier that was kept, or the link from a node that is already matched. If such statements would give a node two
 * partners, the node is left for a closer comparison.
 */
final class RareStatements {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final Pairing pairing;

    RareStatements(Pairing pairing) {
        this.pairing = pairing;
    }

    /**
     * Matches by rare statements without literals, whose other terms are IRIs. Literals are left out, because they are
     * equal by chance more often than names.
     */
    void matchNamed() {
        matchOnce(true);
        pairing.follow(false);
    }

    /** Matches by all rare statements, until there are none left. */
    void match() {
        int before;
        do {
            before = pairing.count();
            matchOnce(false);
            pairing.follow(true);
        } while (pairing.count() > before && !pairing.isDone());
    }

    private void matchOnce(boolean names) {
        int[] previous = pairing.previous().free();
        int[] next = pairing.next().free();
        Classes statements = new Classes(degrees(pairing.previous(), previous) + degrees(pairing.next(), next));
        addAll(pairing.previous(), previous, names, statements::addPrevious);
        addAll(pairing.next(), next, names, statements::addNext);

        int[] wantedByPrevious = nobody(pairing.previous());
        int[] wantedByNext = nobody(pairing.next());
        for (int i = 0; i < statements.size(); i++) {
            if (statements.isPair(i)) {
                want(wantedByPrevious, statements.previous(i), statements.next(i));
                want(wantedByNext, statements.next(i), statements.previous(i));
            }
        }
        for (int node : next) {
            int other = wantedByNext[node];
            if (other >= 0 && wantedByPrevious[other] == node) {
                pairing.match(other, node);
            }
        }
    }

    private static int[] nobody(Side side) {
        int[] nobody = new int[side.graph().size()];
        Arrays.fill(nobody, NOBODY);
        return nobody;
    }

    private static void want(int[] wanted, int node, int other) {
        wanted[node] = wanted[node] == NOBODY || wanted[node] == other ? other : SEVERAL;
    }

    private int degrees(Side side, int[] nodes) {
        int sum = 0;
        for (int node : nodes) {
            sum += side.graph().degree(node);
        }
        pairing.work().spend(sum);
        return sum;
    }

    /** Receives a statement and its only free node. */
    private interface Sink {
        void add(long statement, int node);
    }

    private static void addAll(Side side, int[] nodes, boolean names, Sink sink) {
        for (int node : nodes) {
            for (int i = 0; i < side.graph().degree(node); i++) {
                int st = side.graph().statement(node, i);
                boolean counts = !names || !side.graph().hasLiteral(st);
                if (counts && side.onlyFree(st) == node) {
                    sink.add(side.seenFrom(st, node, false), node);
                }
            }
        }
    }
}
