package dev.velella.sink.remote;

import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Checks IRIs, with a cache of IRIs that passed recently, because the statements of a stream contain a few IRIs again
 * and again. Long IRIs are not cached, so the cache is bounded. Not thread-safe.
 */
public final class CheckedIris {
    private static final int SLOTS = 1 << 13;

    private static final int LONGEST = 500;

    private final Consumer<IRI> check;
    private final @Nullable IRI[] passed = new IRI[SLOTS];

    /** The subject and the graph of the statement before. The next statement mostly has the same objects. */
    private @Nullable Value lastSubject;

    private @Nullable Value lastGraph;

    /** @param check throws if an IRI does not pass; it must always give the same result for the same IRI */
    public CheckedIris(Consumer<IRI> check) {
        this.check = check;
    }

    /**
     * Checks the terms of a statement. Terms that are the same objects as in the statement before are skipped.
     *
     * @param terms checks a term; it passes the term's IRIs to {@link #check(IRI)}
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

    /** Checks an IRI. Throws the exceptions of the check. */
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
