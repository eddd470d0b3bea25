package dev.velella.diff.blank;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * A graph whose blank nodes have the labels of the graph before wherever they are the same nodes.
 *
 * @param statements those of the next graph, relabelled, in their order; the collection that was given where no label
 *     changes, else a new one that belongs to the caller. Statements and terms without changed labels are the objects
 *     that were given
 * @param matched number of blank nodes that are nodes of the graph before
 * @param fresh number of blank nodes that got a new id
 * @param limited whether the limit of work was reached, so that the diff is right but may be larger than needed
 * @param work steps done: visits of a statement from one of its blank nodes, and comparisons of two nodes
 */
public record Aligned(Collection<Statement> statements, int matched, int fresh, boolean limited, long work) {

    /** The statements as a set in their order: the collection itself where it is one. */
    public Set<Statement> statementSet() {
        return statements instanceof Set<Statement> set ? set : new LinkedHashSet<>(statements);
    }
}
