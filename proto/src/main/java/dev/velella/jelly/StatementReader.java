package dev.velella.jelly;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Statements of rows, and the last term of each position, which a statement may leave out.
 *
 * <p>The last terms belong to the stream and outlive frames; only {@link #reset} forgets them.
 */
final class StatementReader {
    private final WireReader in;
    private final TermDecoder terms;
    private final ValueFactory values;
    private final StatementFields fields = new StatementFields();
    private @Nullable Resource lastSubject;
    private @Nullable IRI lastPredicate;
    private @Nullable Value lastObject;
    private @Nullable Resource lastGraph;
    private boolean graphKnown;

    StatementReader(WireReader in, TermDecoder terms, ValueFactory values) {
        this.in = in;
        this.terms = terms;
        this.values = values;
    }

    /** Forgets the last terms. */
    void reset() {
        lastSubject = null;
        lastPredicate = null;
        lastObject = null;
        lastGraph = null;
        graphKnown = false;
    }

    /** The body of an RdfTriple, as a statement of the given graph. */
    Statement triple(int end, @Nullable Resource graph) {
        fields.scan(in, end, false);
        return statement(end, graph);
    }

    /** The body of an RdfQuad. */
    Statement quad(int end) {
        fields.scan(in, end, true);
        Resource subject = subject(end);
        IRI predicate = predicate(end);
        Value object = object(end);
        if (fields.has(3)) {
            readGraph(fields.open(3, in), end, 0x60);
        }
        in.seek(end);
        return create(subject, predicate, object, repeatedGraph());
    }

    /** The body of an RdfQuad of a stream without graphs. */
    Statement quadWithoutGraph(int end) {
        fields.scan(in, end, true);
        if (fields.has(3)) {
            throw in.fail("a graph in a stream of TRIPLES");
        }
        return statement(end, null);
    }

    private Statement statement(int end, @Nullable Resource graph) {
        Resource subject = subject(end);
        IRI predicate = predicate(end);
        Value object = object(end);
        in.seek(end);
        return create(subject, predicate, object, graph);
    }

    private Statement create(Resource subject, IRI predicate, Value object, @Nullable Resource graph) {
        return graph == null
                ? values.createStatement(subject, predicate, object)
                : values.createStatement(subject, predicate, object, graph);
    }

    private Resource subject(int end) {
        if (fields.has(0)) {
            lastSubject = terms.subject(fields.open(0, in), end, 0);
        }
        return repeated(lastSubject, "subject");
    }

    private IRI predicate(int end) {
        if (fields.has(1)) {
            lastPredicate = terms.predicate(fields.open(1, in), end);
        }
        return repeated(lastPredicate, "predicate");
    }

    private Value object(int end) {
        if (fields.has(2)) {
            lastObject = terms.object(fields.open(2, in), end, 0);
        }
        return repeated(lastObject, "object");
    }

    private <T> T repeated(@Nullable T last, String position) {
        if (last == null) {
            throw in.fail("a repeated " + position + ", but no statement before has one");
        }
        return last;
    }

    /**
     * Reads a graph name whose tag has been read, and makes it the last one.
     *
     * @param base what the tag of the IRI form is above 0x0A
     */
    @Nullable
    Resource readGraph(int tag, int end, int base) {
        switch (tag - base) {
            case 0x0A -> lastGraph = terms.iri(end);
            case 0x12 -> lastGraph = terms.blankNode(end);
            case 0x1A -> {
                in.seek(in.bodyEnd(end));
                lastGraph = null;
            }
            default -> throw in.fail("a literal as graph name: generalized statements cannot be read here");
        }
        graphKnown = true;
        return lastGraph;
    }

    /** The last graph, for a row that names none. */
    @Nullable
    Resource repeatedGraph() {
        if (!graphKnown) {
            throw in.fail("a repeated graph, but no row before has one");
        }
        return lastGraph;
    }
}
