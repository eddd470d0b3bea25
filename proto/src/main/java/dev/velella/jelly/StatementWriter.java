package dev.velella.jelly;

import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Rows with statements and namespaces, and the last term of each position: a term equal to it is left out.
 *
 * <p>The last terms belong to the stream and outlive frames; only {@link #reset} forgets them.
 */
final class StatementWriter {
    /** Tags of the IRI form of each position of a triple or quad. */
    static final int SUBJECT = 0x0A;

    static final int PREDICATE = 0x2A;
    static final int OBJECT = 0x4A;
    static final int GRAPH = 0x6A;

    private final ByteSink out;
    private final TermEncoder terms;
    private @Nullable Value lastSubject;
    private @Nullable Value lastPredicate;
    private @Nullable Value lastObject;
    private @Nullable Resource lastGraph;
    private boolean graphKnown;

    StatementWriter(ByteSink out, TermEncoder terms) {
        this.out = out;
        this.terms = terms;
    }

    /** Forgets the stream: the next row starts another one. */
    void reset() {
        terms.reset();
        lastSubject = null;
        lastPredicate = null;
        lastObject = null;
        lastGraph = null;
        graphKnown = false;
    }

    /** A row that holds an RdfTriple. */
    void triple(int tag, Resource subject, IRI predicate, Value object) {
        statement(tag, subject, predicate, object, null, false);
    }

    /** A row that holds an RdfQuad; a graph of null is the default graph. */
    void quad(int tag, Resource subject, IRI predicate, Value object, @Nullable Resource graph) {
        statement(tag, subject, predicate, object, graph, !(graphKnown && sameGraph(graph)));
    }

    private boolean sameGraph(@Nullable Resource graph) {
        return graph == null ? lastGraph == null : same(graph, lastGraph);
    }

    private void statement(
            int tag, Resource subject, IRI predicate, Value object, @Nullable Resource graph, boolean newGraph) {
        terms.beginRow();
        boolean newSubject = !same(subject, lastSubject);
        boolean newPredicate = !same(predicate, lastPredicate);
        boolean newObject = !same(object, lastObject);
        long s = newSubject ? terms.resolve(subject) : 0;
        long p = newPredicate ? terms.resolve(predicate) : 0;
        long o = newObject ? terms.resolve(object) : 0;
        long g = newGraph && graph != null ? terms.resolve(graph) : 0;
        int estimate = newObject && object.isLiteral()
                ? 16 + ((Literal) object).getLabel().length()
                : 24;
        int row = out.beginRow(tag, estimate);
        if (newSubject) {
            terms.write(SUBJECT, subject, s);
            lastSubject = subject;
        }
        if (newPredicate) {
            terms.write(PREDICATE, predicate, p);
            lastPredicate = predicate;
        }
        if (newObject) {
            terms.write(OBJECT, object, o);
            lastObject = object;
        }
        if (newGraph) {
            writeGraph(GRAPH, graph, g);
        }
        out.endRow(row, tag, estimate);
    }

    private void writeGraph(int base, @Nullable Resource graph, long reference) {
        if (graph == null) {
            out.emptyField(base + 16);
        } else {
            terms.write(base, graph, reference);
        }
        lastGraph = graph;
        graphKnown = true;
    }

    /** A namespace declaration of Jelly-RDF. */
    void namespace(int tag, String prefix, String namespace) {
        terms.beginRow();
        long reference = terms.iri(namespace);
        int row = out.beginRow(tag, 24);
        namePrefix(prefix);
        terms.writeIri(0x12, reference);
        out.endRow(row, tag, 24);
    }

    /** A namespace change of a patch; its graph is the last graph of statements as well. */
    void patchNamespace(int tag, String prefix, @Nullable IRI namespace, @Nullable Resource graph) {
        terms.beginRow();
        boolean newGraph = !(graphKnown && sameGraph(graph));
        long n = namespace == null ? 0 : terms.resolve(namespace);
        long g = newGraph && graph != null ? terms.resolve(graph) : 0;
        int row = out.beginRow(tag, 24);
        namePrefix(prefix);
        if (namespace != null) {
            terms.writeIri(0x12, n);
        }
        if (newGraph) {
            writeGraph(0x1A, graph, g);
        }
        out.endRow(row, tag, 24);
    }

    private void namePrefix(String prefix) {
        if (!prefix.isEmpty()) {
            out.stringField(0x0A, prefix);
        }
    }

    /** A header of a patch; its value is never left out. */
    void header(int tag, String key, Value value) {
        terms.beginRow();
        long reference = terms.resolve(value);
        int row = out.beginRow(tag, 24);
        namePrefix(key);
        terms.write(0x12, value, reference);
        out.endRow(row, tag, 24);
    }

    /** The start of a graph in a GRAPHS stream; its name is never left out. */
    void graphStart(int tag, @Nullable Resource graph) {
        terms.beginRow();
        long reference = graph == null ? 0 : terms.resolve(graph);
        int row = out.beginRow(tag, 24);
        writeGraph(0x0A, graph, reference);
        out.endRow(row, tag, 24);
    }

    /** A row without fields. */
    void empty(int tag) {
        out.endRow(out.beginRow(tag, 0), tag, 0);
    }

    /**
     * Whether a term is the last one exactly. Language tags that differ in case are not the same here, although RDF4J
     * calls such literals equal; quoted triples count as the same only when they are one object, which bounds the work.
     */
    private static boolean same(Value term, @Nullable Value last) {
        if (term == last) {
            return true;
        }
        if (last == null || term.isTriple() || !term.equals(last)) {
            return false;
        }
        return !term.isLiteral() || sameLanguage(((Literal) term).getLanguage(), ((Literal) last).getLanguage());
    }

    private static boolean sameLanguage(Optional<String> one, Optional<String> other) {
        return one.equals(other);
    }
}
