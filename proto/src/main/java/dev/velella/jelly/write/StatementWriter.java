package dev.velella.jelly.write;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.rdf.TermCasts;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows with statements and namespaces. It keeps the last term of each position, and leaves out a term that is
 * equal to it.
 *
 * <p>The last terms belong to the stream and stay from frame to frame. Only {@link #reset} forgets them. After an error
 * in a row the state is undefined until {@link #rollBack}, {@link #reset} or {@link #restore}.
 */
public final class StatementWriter {
    /** Tags of the IRI form of each position of a triple or quad. */
    static final int SUBJECT = 0x0A;

    static final int PREDICATE = 0x2A;
    static final int OBJECT = 0x4A;
    static final int GRAPH = 0x6A;

    private final ByteSink out;
    private final TermEncoder terms;
    private @Nullable Value lastSubject;
    private @Nullable String lastSubjectIri;
    private @Nullable String lastPredicate;
    private @Nullable Value lastObject;
    private @Nullable String lastObjectIri;
    private @Nullable Resource lastGraph;
    private boolean graphKnown;

    /** The last term of each position. For IRIs it is their text. */
    private record LastTerms(
            @Nullable Value subject,
            @Nullable String subjectIri,
            @Nullable String predicate,
            @Nullable Value object,
            @Nullable String objectIri,
            @Nullable Resource graph,
            boolean graphKnown) {}

    private static final LastTerms NO_TERMS = new LastTerms(null, null, null, null, null, null, false);

    /** A state between two rows to which the writer can go back; valid until {@link #beginFrame}. */
    record Mark(TermEncoder.Mark terms, LastTerms last, int position, int rows) {}

    /** The whole state between two frames. */
    record State(TermEncoder.State terms, LastTerms last) {}

    StatementWriter(ByteSink out, TermEncoder terms) {
        this.out = out;
        this.terms = terms;
    }

    /**
     * Forgets the stream: the next row starts another one.
     *
     * @param explicit whether readers may know an earlier stream. If so, the first use of a prefix or name must not
     *     refer to an earlier one
     */
    void reset(boolean explicit) {
        terms.reset(explicit);
        restore(NO_TERMS);
    }

    /** Writes the entry rows of a dictionary, as far as the tables have room. */
    void writeDictionary(DictionaryTerms dictionary) {
        dictionary.iris().forEach(terms::addToDictionary);
        dictionary.datatypes().forEach(terms::addDatatypeToDictionary);
        terms.fix();
        restore(NO_TERMS);
    }

    /** Forgets everything since the dictionary. */
    void cutBack() {
        terms.cutBack();
        restore(NO_TERMS);
    }

    /** Begins a frame. Marks become invalid. */
    void beginFrame() {
        terms.beginFrame();
    }

    Mark mark() {
        return new Mark(terms.mark(), lastTerms(), out.position(), out.rows());
    }

    /** Removes all rows since the mark. */
    void rollBack(Mark mark) {
        terms.rollBack(mark.terms);
        restore(mark.last);
        out.rewind(mark.position, mark.rows);
    }

    State snapshot() {
        return new State(terms.snapshot(), lastTerms());
    }

    void restore(State state) {
        terms.restore(state.terms);
        restore(state.last);
    }

    private LastTerms lastTerms() {
        return new LastTerms(
                lastSubject, lastSubjectIri, lastPredicate, lastObject, lastObjectIri, lastGraph, graphKnown);
    }

    private void restore(LastTerms last) {
        lastSubject = last.subject;
        lastSubjectIri = last.subjectIri;
        lastPredicate = last.predicate;
        lastObject = last.object;
        lastObjectIri = last.objectIri;
        lastGraph = last.graph;
        graphKnown = last.graphKnown;
    }

    /** Writes a row with an RdfTriple. */
    void triple(int tag, Resource subject, IRI predicate, Value object) {
        statement(tag, subject, predicate, object, null, false);
    }

    /** Writes a row with an RdfQuad. A graph of null is the default graph. */
    void quad(int tag, Resource subject, IRI predicate, Value object, @Nullable Resource graph) {
        statement(tag, subject, predicate, object, graph, !(graphKnown && sameGraph(graph)));
    }

    private boolean sameGraph(@Nullable Resource graph) {
        return graph == null ? lastGraph == null : same(graph, lastGraph);
    }

    private void statement(
            int tag, Resource subject, IRI predicate, Value object, @Nullable Resource graph, boolean newGraph) {
        terms.beginRow();
        String subjectIri = subject.isIRI() ? subject.stringValue() : null;
        boolean newSubject = !isLast(subject, subjectIri, lastSubject, lastSubjectIri);
        String predicateIri = predicate.stringValue();
        boolean newPredicate = !predicateIri.equals(lastPredicate);
        CachedIri objectIri = null;
        boolean newObject = object != lastObject;
        if (newObject) {
            // The text that the encoder knows is already in the processor's cache. The text of a new object often is
            // not.
            objectIri = object.isIRI() ? terms.known(object.stringValue()) : null;
            newObject = !isLast(object, objectIri == null ? null : objectIri.iri, lastObject, lastObjectIri);
        }
        long s;
        long p;
        long o;
        long g;
        do {
            s = newSubject ? resolve(subject, subjectIri) : 0;
            p = newPredicate ? terms.iri(predicateIri) : 0;
            o = newObject ? (objectIri != null ? terms.reference(objectIri) : terms.resolve(object)) : 0;
            g = newGraph && graph != null ? terms.resolve(graph) : 0;
        } while (terms.prefixesRanOut());
        int estimate = newObject && object.isLiteral()
                ? 16 + TermCasts.literal(object).getLabel().length()
                : 24;
        int row = out.beginRow(tag, estimate);
        if (newSubject) {
            write(SUBJECT, subject, subjectIri, s);
            lastSubject = subject;
            lastSubjectIri = subjectIri;
        }
        if (newPredicate) {
            terms.writeIri(PREDICATE, p);
            lastPredicate = predicateIri;
        }
        if (newObject) {
            lastObjectIri = objectIri == null ? null : objectIri.iri;
            write(OBJECT, object, lastObjectIri, o);
            lastObject = object;
        }
        if (newGraph) {
            writeGraph(GRAPH, graph, g);
        }
        out.endRow(row, tag, estimate);
    }

    private static boolean isLast(Value term, @Nullable String iri, @Nullable Value last, @Nullable String lastIri) {
        return iri != null ? iri.equals(lastIri) : lastIri == null && same(term, last);
    }

    private long resolve(Value term, @Nullable String iri) {
        return iri != null ? terms.iri(iri) : terms.resolve(term);
    }

    private void write(int base, Value term, @Nullable String iri, long reference) {
        if (iri != null) {
            terms.writeIri(base, reference);
        } else {
            terms.write(base, term, reference);
        }
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

    /** Writes a namespace declaration of Jelly-RDF. */
    void namespace(int tag, String prefix, String namespace) {
        terms.beginRow();
        long reference = terms.iri(namespace);
        int row = out.beginRow(tag, 24);
        namePrefix(prefix);
        terms.writeIri(0x12, reference);
        out.endRow(row, tag, 24);
    }

    /** Writes a namespace change in a patch of triples. */
    void patchNamespace(int tag, String prefix, @Nullable IRI namespace) {
        patchNamespace(tag, prefix, namespace, null, false);
    }

    /** Writes a namespace change in a patch of quads. Its graph is also the last graph for statements. */
    void patchNamespace(int tag, String prefix, @Nullable IRI namespace, @Nullable Resource graph) {
        patchNamespace(tag, prefix, namespace, graph, !(graphKnown && sameGraph(graph)));
    }

    private void patchNamespace(
            int tag, String prefix, @Nullable IRI namespace, @Nullable Resource graph, boolean newGraph) {
        terms.beginRow();
        long n;
        long g;
        do {
            n = namespace == null ? 0 : terms.resolve(namespace);
            g = newGraph && graph != null ? terms.resolve(graph) : 0;
        } while (terms.prefixesRanOut());
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

    /** Writes a header of a patch. Its value is never left out. */
    void header(int tag, String key, Value value) {
        terms.beginRow();
        long reference;
        do {
            reference = terms.resolve(value);
        } while (terms.prefixesRanOut());
        int row = out.beginRow(tag, 24);
        namePrefix(key);
        terms.write(0x12, value, reference);
        out.endRow(row, tag, 24);
    }

    /** Writes the start of a graph in a GRAPHS stream. Its name is never left out. */
    void graphStart(int tag, @Nullable Resource graph) {
        terms.beginRow();
        long reference = graph == null ? 0 : terms.resolve(graph);
        int row = out.beginRow(tag, 24);
        writeGraph(0x0A, graph, reference);
        out.endRow(row, tag, 24);
    }

    /** The error for the next row. */
    MalformedJellyException fail(String reason) {
        return out.fail(reason);
    }

    /** Writes a row without fields. */
    public void empty(int tag) {
        out.endRow(out.beginRow(tag, 0), tag, 0);
    }

    /**
     * Whether a term is exactly the last one. Language tags that differ in case count as different here, although RDF4J
     * calls such literals equal. Quoted triples count as the same only if they are the same object, so that the
     * comparison takes little time.
     */
    private static boolean same(Value term, @Nullable Value last) {
        if (term == last) {
            return true;
        }
        if (last == null || term.isTriple() || !term.equals(last)) {
            return false;
        }
        return !term.isLiteral()
                || sameLanguage(
                        TermCasts.literal(term).getLanguage(),
                        TermCasts.literal(last).getLanguage());
    }

    private static boolean sameLanguage(Optional<String> one, Optional<String> other) {
        return one.equals(other);
    }
}
