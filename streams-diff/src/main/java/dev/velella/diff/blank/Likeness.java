package dev.velella.diff.blank;

import java.util.Arrays;

/**
 * What a free node says of itself, as sorted numbers: one for every statement, and one more for a statement with a literal
 * whose text is left out. The last two bits of a number say what it is worth if another node has it too.
 * Not changed once made.
 */
final class Likeness {
    private static final int WITHOUT_TEXT = 0;

    /** A statement whose other free nodes may become the same. */
    private static final int OPEN_STATEMENT = 1;

    /** A statement that both graphs would hold; texts happen to be equal more often than names and nodes. */
    private static final int LITERAL_STATEMENT = 2;

    private static final int STATEMENT = 3;

    private static final int[] WORTH = {1, 3, 8, 10};

    private final int node;

    /** A trait that the node has twice is there twice. */
    private final long[] traits;

    private Likeness(int node, long[] traits) {
        this.node = node;
        this.traits = traits;
    }

    /** What a node says while the pairs are those that there are. */
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

    /** Whether a trait is a statement that both graphs would hold. */
    static boolean isStatement(long trait) {
        return (trait & 3) >= LITERAL_STATEMENT;
    }

    /** What two nodes have in common, worth by worth. */
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
