package dev.velella.diff.blank;

/**
 * Refines the colours of free nodes, in the same way on both graphs, until another round tells no more nodes apart. Two
 * nodes are matched if no other node of either graph has their colour.
 *
 * <p>Nodes are matched after every round. The first colours depend on the nearest surroundings only, so a change
 * farther away does not prevent a match.
 */
final class Refinement {
    private final Pairing pairing;
    private final boolean loosely;

    /** @param loosely whether the text of literals is left out */
    Refinement(Pairing pairing, boolean loosely) {
        this.pairing = pairing;
        this.loosely = loosely;
    }

    /** Refines the colours of all free nodes. All of them begin with the same colour. */
    void ofAll() {
        int[] previous = pairing.previous().free();
        int[] next = pairing.next().free();
        for (int node : previous) {
            pairing.previous().setColour(node, Side.BLANK);
        }
        for (int node : next) {
            pairing.next().setColour(node, Side.BLANK);
        }
        of(previous, next);
    }

    /**
     * Refines the colours of some nodes, beginning with their present colours. Nodes that are not free are left out.
     */
    void of(int[] previousNodes, int[] nextNodes) {
        int[] previous = pairing.previous().freeOf(previousNodes);
        int[] next = pairing.next().freeOf(nextNodes);
        int told = -1;
        while (previous.length > 0 && next.length > 0) {
            recolour(pairing.previous(), previous);
            recolour(pairing.next(), next);
            Classes classes = classes(previous, next);
            int before = pairing.count();
            matchUnique(classes);
            if (pairing.count() > before) {
                previous = pairing.previous().freeOf(previous);
                next = pairing.next().freeOf(next);
                told = -1;
            } else if (classes.size() == told) {
                return;
            } else {
                told = classes.size();
            }
        }
    }

    /**
     * Refines the colours of some free nodes without matching any. Returns false as soon as the colours of the two
     * sides differ.
     */
    boolean staysAlike(int[] previous, int[] next) {
        int told = -1;
        while (true) {
            recolour(pairing.previous(), previous);
            recolour(pairing.next(), next);
            if (pairing.previous().colourOf(previous) != pairing.next().colourOf(next)) {
                return false;
            }
            int classes = classes(previous, next).size();
            if (classes == told) {
                return true;
            }
            told = classes;
        }
    }

    /** Groups some nodes by their colours. */
    Classes classes(int[] previous, int[] next) {
        Classes classes = new Classes(previous.length + next.length);
        for (int node : previous) {
            classes.addPrevious(pairing.previous().colour(node), node);
        }
        for (int node : next) {
            classes.addNext(pairing.next().colour(node), node);
        }
        return classes;
    }

    private void matchUnique(Classes classes) {
        for (int i = 0; i < classes.size(); i++) {
            if (classes.isPair(i)) {
                pairing.matchIfFree(classes.previous(i), classes.next(i));
            }
        }
        pairing.follow(loosely);
    }

    private void recolour(Side side, int[] nodes) {
        long[] colours = new long[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            colours[i] = side.refined(nodes[i], loosely);
        }
        side.setColours(nodes, colours);
    }
}
