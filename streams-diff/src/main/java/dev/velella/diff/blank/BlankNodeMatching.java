package dev.velella.diff.blank;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Finds the blank nodes of a graph that are also in the graph before it. Without this, a diff would contain every
 * statement whose blank node has only got another label. With it, the diff contains real changes only.
 *
 * <p>Nodes are matched in steps. Each step keeps the pairs that earlier steps found:
 *
 * <ol>
 * <li>by statements without literals that no other node has;
 * <li>by their exact surroundings, the nearest first: colours are refined in the same way on both graphs;
 * <li>by order, within equal parts of the graphs that colours cannot tell apart;
 * <li>by any statements that no other node has;
 * <li>by refined colours again, without the text of literals;
 * <li>by the number of statements in common;
 * <li>by order, among the nodes that still look alike.
 * </ol>
 *
 * <p>The result depends on the two graphs only. Labels of the next graph do not count, unless the limit of work is
 * reached. The order of its statements counts only between nodes that nothing else tells apart. The diff is right
 * whatever is matched. Equal graphs give an empty diff, except for graphs in which refined colours do not tell which
 * nodes are interchangeable. The cost is near linear if few rounds of refinement are enough, and the limit of work
 * bounds it. Pure functions; thread-safe.
 */
public final class BlankNodeMatching {
    /** Default limit of work, in steps. Ordinary graphs of a million statements do not reach it. */
    public static final long DEFAULT_WORK_LIMIT = 50_000_000;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private BlankNodeMatching() {}

    /**
     * Gives each blank node of a graph the label that it has in the graph before, or a new label if the node is new.
     *
     * <p>Quoted triples and graph names count like all other places of a statement. Without blank nodes in the next
     * graph this costs one look at each of its statements.
     *
     * @param previous the graph before, each statement once
     * @param next the next graph, each statement once
     * @param ids makes the labels of new nodes; labels that the previous graph already uses are skipped
     * @param workLimit maximum number of steps; two steps for each place of a blank node are free and do not count
     */
    public static Aligned align(
            Collection<Statement> previous, Collection<Statement> next, StableIds ids, long workLimit) {
        if (!hasNode(next)) {
            return new Aligned(next, 0, 0, false, 0, Map.of());
        }
        NodeGraph nextGraph = NodeGraph.of(next);
        if (isPart(next, previous)) {
            return new Aligned(next, nextGraph.size(), 0, false, 0, nextGraph.labelled(nextGraph::node));
        }
        NodeGraph previousGraph = NodeGraph.of(previous);
        WorkLimit work = new WorkLimit(workLimit);
        Pairing pairing = new Pairing(previousGraph, nextGraph, work);
        boolean limited = pair(pairing);
        BNode[] nodes = labelled(pairing, ids);
        Relabelling relabelling = new Relabelling(nextGraph, nodes);
        Collection<Statement> aligned = relabelling.isIdentity() ? next : relabelling.of(next);
        return new Aligned(
                aligned,
                pairing.count(),
                nextGraph.size() - pairing.count(),
                limited,
                work.done(),
                nextGraph.labelled(node -> nodes[node]));
    }

    /** Whether one of these statements has a blank node, in any place. */
    public static boolean hasNode(Collection<Statement> statements) {
        for (Statement st : statements) {
            if (StatementShape.hasNode(st)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the previous graph contains all statements with blank nodes unchanged. No other match could be better
     * then.
     */
    private static boolean isPart(Collection<Statement> next, Collection<Statement> previous) {
        Set<Statement> known = previous instanceof Set<Statement> set ? set : new HashSet<>(previous);
        for (Statement st : next) {
            if (StatementShape.hasNode(st) && !known.contains(st)) {
                return false;
            }
        }
        return true;
    }

    /** Matches step by step. Returns true if the limit of work was reached. */
    private static boolean pair(Pairing pairing) {
        if (pairing.isDone()) {
            return false;
        }
        pairing.previous().look();
        pairing.next().look();
        try {
            pairWithin(pairing);
            return false;
        } catch (WorkLimit.Reached e) {
            new Leftovers(pairing).matchCheaply();
            return true;
        }
    }

    private static void pairWithin(Pairing pairing) {
        new RareStatements(pairing).matchNamed();
        new Refinement(pairing, false).ofAll();
        if (pairing.isDone()) {
            return;
        }
        new EqualParts(pairing).match();
        if (pairing.isDone()) {
            return;
        }
        new RareStatements(pairing).match();
        if (pairing.isDone()) {
            return;
        }
        new Refinement(pairing, true).ofAll();
        if (pairing.isDone()) {
            return;
        }
        new SharedStatements(pairing).match();
        if (!pairing.isDone()) {
            new Leftovers(pairing).match();
        }
    }

    private static BNode[] labelled(Pairing pairing, StableIds ids) {
        NodeGraph previous = pairing.previous().graph();
        BNode[] nodes = new BNode[pairing.next().graph().size()];
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = pairing.next().isFree(node)
                    ? VALUES.createBNode(unused(ids, previous))
                    : previous.node(pairing.next().partner(node));
        }
        return nodes;
    }

    private static String unused(StableIds ids, NodeGraph previous) {
        String label = ids.next();
        while (previous.find(label) >= 0) {
            label = ids.next();
        }
        return label;
    }
}
