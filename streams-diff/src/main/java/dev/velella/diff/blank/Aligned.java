package dev.velella.diff.blank;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;

/**
 * The next graph of a stream after the matching. A blank node that is also a node of the graph before has the label
 * that it has there.
 *
 * @param statements statements of the next graph with the new labels, in their order. If no label changes, this is the
 *     collection that was given to the matching; otherwise it is a new collection that belongs to the caller.
 *     Statements and terms without changed labels are the same objects as before the matching
 * @param matched number of blank nodes that are also in the graph before
 * @param fresh number of blank nodes that got a new id
 * @param limited whether the limit of work was reached; the diff is right then, but may be larger than needed
 * @param work number of steps done; a step is a visit of a statement from one of its blank nodes, or a comparison of
 *     two nodes
 * @param nodes by label in the next graph: the node in {@code statements}. No two labels lead to the same node
 */
public record Aligned(
        Collection<Statement> statements,
        int matched,
        int fresh,
        boolean limited,
        long work,
        Map<String, BNode> nodes) {

    /**
     * The statements as a set that keeps their order. If the collection is a set, the collection itself is returned.
     */
    public Set<Statement> statementSet() {
        return statements instanceof Set<Statement> set ? set : new LinkedHashSet<>(statements);
    }
}
