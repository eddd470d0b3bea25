package dev.velella.diff.blank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;

/**
 * The blank nodes of one graph and the statements that contain them. Nodes and statements have numbers. Nodes are
 * numbered in the order in which they first occur. Statements without blank nodes are left out. Immutable once built.
 */
final class NodeGraph {
    private final List<BNode> nodes = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private int statements;
    private long[] exact = new long[16];
    private long[] loose = new long[16];

    /** By statement: index of its first place in {@link #places}. The last entry is the end of the last statement. */
    private int[] firstPlace = new int[17];

    /** The nodes in the places of all statements. */
    private int[] places = new int[32];

    /** By node: index of its first statement in {@link #incident}. The last entry is the end of the last node. */
    private int[] firstIncident = {};

    /**
     * The statements of all nodes. A node has each of its statements once, even if the node is in several of its
     * places.
     */
    private int[] incident = {};

    private NodeGraph() {}

    /** Builds the graph in one pass over the statements. */
    static NodeGraph of(Iterable<Statement> statements) {
        NodeGraph graph = new NodeGraph();
        StatementShape shape = new StatementShape(graph::numberOf);
        for (Statement st : statements) {
            if (StatementShape.hasNode(st)) {
                shape.read(st);
                graph.add(shape);
            }
        }
        graph.linkNodes();
        return graph;
    }

    private int numberOf(BNode node) {
        Integer known = numbers.putIfAbsent(node.getID(), nodes.size());
        if (known != null) {
            return known;
        }
        nodes.add(node);
        return nodes.size() - 1;
    }

    private void add(StatementShape shape) {
        int n = statements++;
        if (n == exact.length) {
            exact = Arrays.copyOf(exact, 2 * n);
            loose = Arrays.copyOf(loose, 2 * n);
            firstPlace = Arrays.copyOf(firstPlace, 2 * n + 1);
        }
        exact[n] = shape.exact();
        loose[n] = shape.loose();
        int at = firstPlace[n];
        if (at + shape.count() > places.length) {
            places = Arrays.copyOf(places, 2 * (at + shape.count()));
        }
        for (int i = 0; i < shape.count(); i++) {
            places[at + i] = shape.node(i);
        }
        firstPlace[n + 1] = at + shape.count();
    }

    private void linkNodes() {
        firstIncident = new int[nodes.size() + 1];
        for (int st = 0; st < statements; st++) {
            for (int p = firstPlace[st]; p < firstPlace[st + 1]; p++) {
                if (isFirstPlace(st, p)) {
                    firstIncident[places[p] + 1]++;
                }
            }
        }
        for (int i = 0; i < nodes.size(); i++) {
            firstIncident[i + 1] += firstIncident[i];
        }
        incident = new int[firstIncident[nodes.size()]];
        int[] filled = Arrays.copyOf(firstIncident, nodes.size());
        for (int st = 0; st < statements; st++) {
            for (int p = firstPlace[st]; p < firstPlace[st + 1]; p++) {
                if (isFirstPlace(st, p)) {
                    incident[filled[places[p]]++] = st;
                }
            }
        }
    }

    private boolean isFirstPlace(int st, int place) {
        for (int p = firstPlace[st]; p < place; p++) {
            if (places[p] == places[place]) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return nodes.size();
    }

    /** The term of a node, the same object as in the graph. */
    BNode node(int node) {
        return nodes.get(node);
    }

    /** A new map from the label of each node to what stands for it in another graph. */
    Map<String, BNode> labelled(IntFunction<BNode> other) {
        Map<String, BNode> labelled = new HashMap<>();
        for (int node = 0; node < size(); node++) {
            labelled.put(node(node).getID(), other.apply(node));
        }
        return labelled;
    }

    /** Number of the node with a label, or -1. */
    int find(String label) {
        Integer number = numbers.get(label);
        return number == null ? -1 : number;
    }

    /**
     * Number of statements that contain a node. They are {@code statement(node, 0)} to
     * {@code statement(node, degree(node) - 1)}.
     */
    int degree(int node) {
        return firstIncident[node + 1] - firstIncident[node];
    }

    int statement(int node, int index) {
        return incident[firstIncident[node] + index];
    }

    /**
     * Hash of a statement without its blank nodes. With {@code loosely}, the hash also leaves out the text of literals.
     */
    long shape(int statement, boolean loosely) {
        return loosely ? loose[statement] : exact[statement];
    }

    boolean hasLiteral(int statement) {
        return exact[statement] != loose[statement];
    }

    /** Number of places of a statement that contain a blank node. */
    int placeCount(int statement) {
        return firstPlace[statement + 1] - firstPlace[statement];
    }

    /** The node in a place of a statement. */
    int place(int statement, int index) {
        return places[firstPlace[statement] + index];
    }
}
