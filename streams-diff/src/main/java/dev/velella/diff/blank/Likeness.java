package dev.velella.diff.blank;

import java.util.Arrays;

/**
 * The traits of a free node, as sorted numbers. A node has one trait for each of its statements. A statement with a
 * literal gives one more trait, without the text of the literal. The last two bits of a trait are its kind, which says
 * how much it counts if another node has the same trait. Immutable.
 */
final class Likeness {
    private static final int WITHOUT_TEXT = 0;

    /** Kind: a statement that has other free nodes too, which may be matched later. */
    private static final int OPEN_STATEMENT = 1;

    /**
     * Kind: a statement with a literal that both graphs would have in common. It counts less than a statement without a
     * literal, because texts are equal by chance more often than names and nodes.
     */
    private static final int LITERAL_STATEMENT = 2;

    private static final int STATEMENT = 3;

    private static final int[] WORTH = {1, 3, 8, 10};

    private final int node;

    /** The traits in ascending order. If the node has a trait twice, the array contains it twice. */
    private final long[] traits;

    private Likeness(int node, long[] traits) {
        this.node = node;
        this.traits = traits;
    }

    /** Computes the traits of a node from the pairs found so far. */
    static Likeness of(Side side, int node) {
        NodeGraph graph = side.graph();
        int degree = graph.degree(node);
        long[] traits = new long[2 * degree];
        int count = 0;
        for (int i = 0; i < degree; i++) {
            int st = graph.statement(node, i);
            int closed = graph.hasLiteral(st) ? LITERAL_STATEMENT : STATEMENT;
            int kind = side.onlyFree(st) == node ? closed : OPEN_STATEMENT;
            traits[count++] = (side.seenFrom(st, node, false) & ~3L) | kind;
            if (graph.hasLiteral(st)) {
                traits[count++] = (side.seenFrom(st, node, true) & ~3L) | WITHOUT_TEXT;
            }
        }
        traits = Arrays.copyOf(traits, count);
        Arrays.sort(traits);
        return new Likeness(node, traits);
    }

    int node() {
        return node;
    }

    /** Number of traits. */
    int size() {
        return traits.length;
    }

    /** The traits, each once. */
    long[] distinct() {
        return Arrays.stream(traits).distinct().toArray();
    }

    /** Whether a trait is a whole statement that both graphs would have in common. */
    static boolean isStatement(long trait) {
        return (trait & 3) >= LITERAL_STATEMENT;
    }

    /** The sum of the worth of all traits that two nodes have in common. */
    int with(Likeness other) {
        int worth = 0;
        int i = 0;
        int j = 0;
        while (i < traits.length && j < other.traits.length) {
            int order = Long.compare(traits[i], other.traits[j]);
            if (order == 0) {
                worth += WORTH[(int) (traits[i] & 3)];
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return worth;
    }
}
