package dev.velella.diff.blank;

import java.util.Arrays;

/**
 * One of the two graphs while its nodes are matched. It holds for each node its partner in the other graph, and its
 * colour.
 *
 * <p>A colour is a hash of the known surroundings of a node. Equal colours mean the same on both sides, and labels of
 * blank nodes have no influence on a colour. The two nodes of a pair have a colour that no other node has. Not
 * thread-safe.
 */
final class Side {
    /** Value for a node without a partner. */
    static final int FREE = -1;

    /** Colour of a free node with unknown surroundings. */
    static final long BLANK = 0x5EED;

    private static final long SELF = 0x5E1F;

    private final NodeGraph graph;
    private final WorkLimit work;
    private final int[] partner;
    private final long[] colour;
    private final long[] exactSurroundings;
    private final long[] looseSurroundings;

    Side(NodeGraph graph, WorkLimit work) {
        this.graph = graph;
        this.work = work;
        partner = new int[graph.size()];
        Arrays.fill(partner, FREE);
        colour = new long[graph.size()];
        Arrays.fill(colour, BLANK);
        exactSurroundings = new long[graph.size()];
        looseSurroundings = new long[graph.size()];
    }

    NodeGraph graph() {
        return graph;
    }

    boolean isFree(int node) {
        return partner[node] == FREE;
    }

    int partner(int node) {
        return partner[node];
    }

    /** Gives a node its partner and the colour of the pair. */
    void match(int node, int other, long pairColour) {
        partner[node] = other;
        colour[node] = pairColour;
    }

    long colour(int node) {
        return colour[node];
    }

    void setColour(int node, long value) {
        colour[node] = value;
    }

    /** Colours of some nodes, in their order. */
    long[] colours(int[] nodes) {
        return Arrays.stream(nodes).mapToLong(node -> colour[node]).toArray();
    }

    /** Sets the colours of some nodes, in their order. */
    void setColours(int[] nodes, long[] colours) {
        for (int i = 0; i < nodes.length; i++) {
            colour[nodes[i]] = colours[i];
        }
    }

    /** One colour for a group of nodes. It does not depend on their order. */
    long colourOf(int[] nodes) {
        long sum = 0;
        for (int node : nodes) {
            sum += Mix.mix(colour[node]);
        }
        return Mix.then(sum, nodes.length);
    }

    /** Hash of the statements of a node in which all blank nodes look alike; {@link #look} computes it. */
    long surroundings(int node, boolean loosely) {
        return loosely ? looseSurroundings[node] : exactSurroundings[node];
    }

    /**
     * Computes the surroundings of all nodes, regardless of the limit of work. Called once, while all nodes are free
     * and have the colour {@link #BLANK}.
     */
    void look() {
        for (int node = 0; node < graph.size(); node++) {
            work.count(graph.degree(node));
            exactSurroundings[node] = around(node, false);
            looseSurroundings[node] = around(node, true);
        }
    }

    /**
     * The next colour of a node. It depends on the colour of the node, on its statements and on the colours of the
     * other nodes in them.
     */
    long refined(int node, boolean loosely) {
        work.spend(graph.degree(node));
        return Mix.then(colour[node], around(node, loosely));
    }

    /** Hash of the statements of a node. It does not depend on their order. */
    private long around(int node, boolean loosely) {
        long sum = 0;
        int degree = graph.degree(node);
        for (int i = 0; i < degree; i++) {
            sum += seen(graph.statement(node, i), node, loosely);
        }
        return sum;
    }

    /** Hash of a statement from the view of one of its nodes. */
    private long seen(int statement, int self, boolean loosely) {
        long hash = graph.shape(statement, loosely);
        int count = graph.placeCount(statement);
        for (int i = 0; i < count; i++) {
            int node = graph.place(statement, i);
            hash = Mix.then(hash, node == self ? SELF : colour[node]);
        }
        return hash;
    }

    /** Hash of a statement from the view of one of its nodes, with all other free nodes looking alike. */
    long seenFrom(int statement, int self, boolean loosely) {
        long hash = graph.shape(statement, loosely);
        int count = graph.placeCount(statement);
        for (int i = 0; i < count; i++) {
            int node = graph.place(statement, i);
            hash = Mix.then(hash, node == self ? SELF : isFree(node) ? BLANK : colour[node]);
        }
        return hash;
    }

    /** The only free node of a statement, or -1 if the statement has none or several. */
    int onlyFree(int statement) {
        int only = -1;
        int count = graph.placeCount(statement);
        for (int i = 0; i < count; i++) {
            int node = graph.place(statement, i);
            if (isFree(node) && node != only) {
                if (only >= 0) {
                    return -1;
                }
                only = node;
            }
        }
        return only;
    }

    /** Number of free nodes. */
    int freeCount() {
        int count = 0;
        for (int other : partner) {
            if (other == FREE) {
                count++;
            }
        }
        return count;
    }

    /** All free nodes in their order. */
    int[] free() {
        int[] free = new int[freeCount()];
        int count = 0;
        for (int node = 0; node < partner.length; node++) {
            if (partner[node] == FREE) {
                free[count++] = node;
            }
        }
        return free;
    }

    /** The free nodes among some nodes, in their order. */
    int[] freeOf(int[] nodes) {
        return Arrays.stream(nodes).filter(this::isFree).toArray();
    }
}
