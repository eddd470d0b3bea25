package dev.velella.diff.blank;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;

/**
 * Tells whether two graphs are the same but for the labels of their blank nodes. A "yes" is always right. Pure functions;
 * thread-safe.
 *
 * <p>{@link Models#isomorphic} of RDF4J 5.2.0 alone is not enough: for some labels it says "no" about a graph with a
 * renamed copy of itself, for example if two nodes of the graph point at each other and a third one at itself.
 */
public final class GraphIsomorphism {
    private GraphIsomorphism() {}

    /**
     * Whether the two graphs are isomorphic. Blank nodes in quoted triples, and blank nodes that name graphs, count like all
     * others. The answer can be a wrong "no" only if neither {@link BlankNodeMatching} nor RDF4J finds the pairs of nodes.
     */
    public static boolean between(Collection<Statement> one, Collection<Statement> other) {
        Set<Statement> first = new HashSet<>(one);
        Set<Statement> second = new HashSet<>(other);
        if (first.size() != second.size()) {
            return false;
        }
        Collection<Statement> aligned = BlankNodeMatching.align(
                        first, second, new StableIds("isomorphism", 0), BlankNodeMatching.DEFAULT_WORK_LIMIT)
                .statements();
        return first.equals(new HashSet<>(aligned)) || Models.isomorphic(first, second);
    }
}
