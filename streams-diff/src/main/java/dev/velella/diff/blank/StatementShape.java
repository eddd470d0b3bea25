package dev.velella.diff.blank;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of one statement without its blank nodes, and a list of the blank nodes in its places. Places in quoted
 * triples, at any depth, and the graph name count like all other places.
 *
 * <p>One object is reused for many statements. The hashes are the same in every process. Not thread-safe.
 */
final class StatementShape {
    private static final long NODE = 1;
    private static final long DEFAULT_GRAPH = 2;
    private static final long QUOTED = 3;

    private final ToIntFunction<BNode> numbers;
    private int[] nodes = new int[4];
    private int count;
    private long exact;
    private long loose;

    /** @param numbers gives a blank node its number */
    StatementShape(ToIntFunction<BNode> numbers) {
        this.numbers = numbers;
    }

    /** Reads a statement, which replaces the statement before. */
    void read(Statement st) {
        count = 0;
        exact = 0;
        loose = 0;
        add(st.getContext());
        add(st.getSubject());
        add(st.getPredicate());
        add(st.getObject());
    }

    private void add(@Nullable Value term) {
        if (term == null) {
            both(DEFAULT_GRAPH);
        } else if (term instanceof BNode node) {
            both(NODE);
            if (count == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * count);
            }
            nodes[count++] = numbers.applyAsInt(node);
        } else if (term instanceof Triple triple) {
            both(QUOTED);
            add(triple.getSubject());
            add(triple.getPredicate());
            add(triple.getObject());
        } else if (term instanceof Literal literal) {
            both(type(literal));
            exact = Mix.then(exact, literal.getLabel().hashCode());
        } else {
            both(((long) term.hashCode() << 3) | 4);
        }
    }

    /**
     * Hash of the language or datatype of a literal. Terms that are equal for RDF4J get equal hashes, so the case of a
     * language tag does not count.
     */
    private static long type(Literal literal) {
        return literal.getLanguage()
                .map(tag -> ((long) tag.toLowerCase(Locale.ROOT).hashCode() << 3) | 5)
                .orElseGet(() -> ((long) literal.getDatatype().hashCode() << 3) | 6);
    }

    private void both(long number) {
        exact = Mix.then(exact, number);
        loose = Mix.then(loose, number);
    }

    /** Number of places that contain a blank node. */
    int count() {
        return count;
    }

    /** Number of the node in a place. */
    int node(int place) {
        return nodes[place];
    }

    /** Hash of all terms except the blank nodes. */
    long exact() {
        return exact;
    }

    /**
     * Like {@link #exact}, but without the text of literals; their datatypes and languages count. Without a literal
     * both hashes are equal.
     */
    long loose() {
        return loose;
    }

    /** Whether a statement contains a blank node in any place. */
    static boolean hasNode(Statement st) {
        return hasNode(st.getSubject()) || hasNode(st.getObject()) || hasNode(st.getContext());
    }

    private static boolean hasNode(@Nullable Value term) {
        if (term == null || term instanceof AbstractIRI || term instanceof AbstractLiteral) {
            return false; // a test for a class takes much less time than one for an interface
        }
        if (term instanceof Triple triple) {
            return hasNode(triple.getSubject()) || hasNode(triple.getObject());
        }
        return term instanceof BNode;
    }
}
