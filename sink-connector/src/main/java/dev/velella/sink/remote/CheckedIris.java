package dev.velella.sink.remote;

import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A check of IRIs that remembers some that passed lately: the statements of a stream name the same few again and again. Long ones are
 * not remembered, so what is kept is bounded. Not thread-safe.
 */
public final class CheckedIris {
    private static final int SLOTS = 1 << 13;

    private static final int LONGEST = 500;

    private final Consumer<IRI> check;
    private final @Nullable IRI[] passed = new IRI[SLOTS];

    /** The subject and the graph of the statement before: mostly the very objects come again. */
    private @Nullable Value lastSubject;

    private @Nullable Value lastGraph;

    /** @param check throws if an IRI does not pass; the same IRI always passes or never */
    public CheckedIris(Consumer<IRI> check) {
        this.check = check;
    }

    /**
     * Checks a statement term by term, without those that are the very same as of the statement before.
     *
     * @param terms the check of a term, which has its IRIs checked here
     */
    @SuppressWarnings("ReferenceEquality")
    public void check(Statement statement, Consumer<Value> terms) {
        if (statement.getSubject() != lastSubject) {
            terms.accept(statement.getSubject());
            lastSubject = statement.getSubject();
        }
        terms.accept(statement.getPredicate());
        terms.accept(statement.getObject());
        Resource graph = statement.getContext();
        if (graph != null && graph != lastGraph) {
            terms.accept(graph);
            lastGraph = graph;
        }
    }

    /** Throws what the check throws. */
    public void check(IRI iri) {
        int hash = iri.hashCode();
        int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        if (!iri.equals(passed[slot])) {
            check.accept(iri);
            if (iri.stringValue().length() <= LONGEST) {
                passed[slot] = iri;
            }
        }
    }
}
