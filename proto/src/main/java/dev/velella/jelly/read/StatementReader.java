package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.StatementTable;
import dev.velella.rdf.TermCasts;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Statements of rows, and the last term of each position, which a statement may leave out.
 *
 * <p>The last terms belong to the stream and outlive frames. A row of four bytes can repeat terms of any length, so
 * repetitions of long terms are counted and bounded.
 */
final class StatementReader {
    /** Terms of at most this many characters, or bytes of UTF-8, may be repeated without being counted. */
    private static final int LIGHT = 256;

    /** Repeated text that a frame may stand for, as a multiple of the largest frame. */
    private static final long EXPANSION = 64;

    private static final int SUBJECT_IRI = 0x0A;
    private static final int SUBJECT_BLANK = 0x12;
    private static final int PREDICATE_IRI = 0x2A;
    private static final int OBJECT_IRI = 0x4A;
    private static final int OBJECT_BLANK = 0x52;
    private static final int OBJECT_LITERAL = 0x5A;
    private static final int GRAPH_IRI = 0x6A;
    private static final int GRAPH_BLANK = 0x72;
    private static final int GRAPH_DEFAULT = 0x7A;

    private final WireReader in;
    private final TermDecoder terms;
    private final ValueFactory values;
    private final long expansionOfFrame;
    private final StatementFields fields = new StatementFields();
    private final LastTerms last = new LastTerms();
    private final LastTerms marked = new LastTerms();
    private long expansion;

    /** Whether the quad that was read last in the quick way has a graph of its own. */
    private boolean namedGraph;

    /** The last term of each position, and how much text it has where that is more than {@link #LIGHT}. */
    private static final class LastTerms {
        private @Nullable Resource subject;
        private @Nullable IRI predicate;
        private @Nullable Value object;
        private @Nullable Resource graph;
        private boolean graphKnown;
        private int heavySubject;
        private int heavyPredicate;
        private int heavyObject;
        private int heavyGraph;

        void take(LastTerms other) {
            subject = other.subject;
            predicate = other.predicate;
            object = other.object;
            graph = other.graph;
            graphKnown = other.graphKnown;
            heavySubject = other.heavySubject;
            heavyPredicate = other.heavyPredicate;
            heavyObject = other.heavyObject;
            heavyGraph = other.heavyGraph;
        }
    }

    /** Last terms, for a {@link DecoderState}. */
    record Terms(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource graph,
            boolean graphKnown) {}

    StatementReader(WireReader in, TermDecoder terms, ValueFactory values, Limits limits) {
        this.in = in;
        this.terms = terms;
        this.values = values;
        expansionOfFrame = limits.maxFrameBytes() * EXPANSION;
    }

    /** Begins a frame: remembers the last terms. */
    void mark() {
        marked.take(last);
        expansion = expansionOfFrame;
    }

    /** Goes back to the mark. */
    void rollback() {
        last.take(marked);
    }

    /** Forgets the last terms; can be rolled back. */
    void forget() {
        last.take(new LastTerms());
    }

    Terms snapshot() {
        return new Terms(last.subject, last.predicate, last.object, last.graph, last.graphKnown);
    }

    void restore(Terms terms) {
        last.subject = terms.subject;
        last.predicate = terms.predicate;
        last.object = terms.object;
        last.graph = terms.graph;
        last.graphKnown = terms.graphKnown;
        last.heavySubject = weight(terms.subject);
        last.heavyPredicate = weight(terms.predicate);
        last.heavyObject = weight(terms.object);
        last.heavyGraph = weight(terms.graph);
    }

    // ---- the statement that was read last: terms are null only before the first one, and graphs for the default graph

    @SuppressWarnings("NullAway")
    Resource subject() {
        return last.subject;
    }

    @SuppressWarnings("NullAway")
    IRI predicate() {
        return last.predicate;
    }

    @SuppressWarnings("NullAway")
    Value object() {
        return last.object;
    }

    /** Of a quad. */
    @Nullable
    Resource graph() {
        return last.graph;
    }

    /** Whether its terms are short, so that no repetition of them is counted. */
    boolean isLight() {
        return (last.heavySubject | last.heavyPredicate | last.heavyObject | last.heavyGraph) == 0;
    }

    /**
     * Whether a row of statements, if it were read now, would mean what it meant there, but for its graph: each of the last terms
     * is that of the row before it there, or the row names another one.
     *
     * @param row which is not the first one
     */
    boolean isBefore(StatementTable rows, int row) {
        return isLight()
                && isBefore(last.subject, rows, row, StatementTable.SUBJECT)
                && isBefore(last.predicate, rows, row, StatementTable.PREDICATE)
                && isBefore(last.object, rows, row, StatementTable.OBJECT);
    }

    /** Whether the last graph is that of a row. */
    @SuppressWarnings("ReferenceEquality")
    boolean hasGraphOf(StatementTable rows, int row) {
        return last.graph == rows.cell(row, StatementTable.CONTEXT);
    }

    /** Whether the quad that was read last, in the quick way, has a graph of its own; else it has the one before it. */
    boolean namesGraph() {
        return namedGraph;
    }

    @SuppressWarnings("ReferenceEquality") // equal terms that are other objects are read
    private static boolean isBefore(@Nullable Value term, StatementTable rows, int row, int position) {
        Object before = rows.cell(row - 1, position);
        return term == before || rows.cell(row, position) != before;
    }

    /** Makes the terms of a row, which are short, the last ones; and its graph, where the row has not the last one. */
    void moveTo(StatementTable rows, int row, boolean inLastGraph) {
        last.subject = TermCasts.context(rows.cell(row, StatementTable.SUBJECT));
        last.predicate = (IRI) rows.cell(row, StatementTable.PREDICATE);
        last.object = (Value) rows.cell(row, StatementTable.OBJECT);
        if (!inLastGraph) {
            last.graph = TermCasts.context(rows.cell(row, StatementTable.CONTEXT));
        }
    }

    /** The whole statement, with its graph if it is a quad. */
    Statement statement(boolean quad) {
        Resource context = quad ? last.graph : null;
        return context == null
                ? values.createStatement(subject(), predicate(), object())
                : values.createStatement(subject(), predicate(), object(), context);
    }

    // ---- the quick way: terms in order, each of a common form

    /**
     * The body of an RdfTriple.
     *
     * @return whether it was read; if not, it has to be read the careful way, from its start
     */
    boolean quickTriple(byte[] a, int start, int end) {
        return quick(a, start, end, false);
    }

    /** The body of an RdfQuad; as {@link #quickTriple}. */
    boolean quickQuad(byte[] a, int start, int end) {
        return quick(a, start, end, true);
    }

    /**
     * Whatever cannot be read here is left to the careful way, which reads every term of the row again: so last terms
     * that were set here do no harm, and the running prefix and name are moved back.
     */
    private boolean quick(byte[] a, int start, int end, boolean quad) {
        int prefix = terms.lastPrefix();
        int name = terms.lastName();
        if (quickTerms(a, start, end, quad)) {
            return true;
        }
        terms.moveBack(prefix, name);
        return false;
    }

    /** Terms in their order; those that are not there repeat the last ones (Jelly specification, repeated terms). */
    private boolean quickTerms(byte[] a, int start, int end, boolean quad) {
        TermDecoder decoder = terms;
        LastTerms known = last;
        int q = start;
        if ((known.heavySubject | known.heavyPredicate | known.heavyGraph) != 0) {
            return false;
        }
        int tag = q + 1 < end ? a[q] : 0;
        Resource subject = known.subject;
        if (tag == SUBJECT_IRI) {
            int length = a[q + 1];
            q += 2;
            if (length < 0 || length > end - q) {
                return false;
            }
            subject = decoder.quickIri(a, q, length);
            known.subject = subject;
            q += length;
            tag = q + 1 < end ? a[q] : 0;
        } else if (tag == SUBJECT_BLANK) {
            int length = a[q + 1];
            q += 2;
            if (length < 0 || length > end - q) {
                return false;
            }
            subject = decoder.blankNode(q, length);
            known.subject = subject;
            q += length;
            tag = q + 1 < end ? a[q] : 0;
        }
        IRI predicate = known.predicate;
        if (tag == PREDICATE_IRI) {
            int length = a[q + 1];
            q += 2;
            if (length < 0 || length > end - q) {
                return false;
            }
            predicate = decoder.quickIri(a, q, length);
            known.predicate = predicate;
            q += length;
            tag = q + 1 < end ? a[q] : 0;
        }
        if (subject == null || predicate == null) {
            return false;
        }
        Value object = known.object;
        if (tag == OBJECT_IRI) {
            int length = a[q + 1];
            q += 2;
            if (length < 0 || length > end - q) {
                return false;
            }
            object = decoder.quickIri(a, q, length);
            known.object = object;
            known.heavyObject = 0;
            q += length;
        } else if (tag == OBJECT_LITERAL) {
            int length = a[q + 1];
            q += 2;
            if (length < 0) {
                if (q >= end || a[q] < 0) {
                    return false;
                }
                length = WireReader.twoBytes(length, a[q++]);
            }
            if (length > end - q) {
                return false;
            }
            object = decoder.literals().quick(a, q, length);
            known.object = object;
            known.heavyObject = length > LIGHT ? length : 0;
            q += length;
        } else if (tag == OBJECT_BLANK) {
            int length = a[q + 1];
            q += 2;
            if (length < 0 || length > end - q) {
                return false;
            }
            object = decoder.blankNode(q, length);
            known.object = object;
            known.heavyObject = 0;
            q += length;
        } else if (known.heavyObject != 0) {
            charge(known.heavyObject, start);
        }
        if (object == null) {
            return false;
        }
        if (!quad) {
            return q == end;
        }
        Resource context = known.graph;
        namedGraph = q != end;
        if (q != end) {
            if (q + 1 >= end) {
                return false;
            }
            int length = a[q + 1];
            q += 2;
            if (length != end - q) {
                return false;
            }
            switch (a[q - 2]) {
                case GRAPH_IRI -> {
                    context = decoder.quickIri(a, q, length);
                    if (context == null) {
                        return false;
                    }
                }
                case GRAPH_BLANK -> context = decoder.blankNode(q, length);
                case GRAPH_DEFAULT -> context = null;
                default -> {
                    return false;
                }
            }
            known.graph = context;
            known.graphKnown = true;
        } else if (!known.graphKnown) {
            return false;
        }
        return true;
    }

    // ---- the careful way

    /** The body of an RdfTriple. */
    void triple(int end) {
        int start = in.position();
        fields.scan(in, end, false);
        readTriple(end, start);
    }

    /** The body of an RdfQuad. */
    void quad(int end) {
        int start = in.position();
        fields.scan(in, end, true);
        readTerms(end, start);
        if (fields.has(3)) {
            readGraph(fields.open(3, in), end, 0x60);
        } else {
            charge(last.heavyGraph, start);
        }
        in.seek(end);
        repeatedGraph(start);
    }

    /** The body of an RdfQuad of a stream without graphs. */
    void quadWithoutGraph(int end) {
        int start = in.position();
        fields.scan(in, end, true);
        if (fields.has(3)) {
            fields.open(3, in);
            throw in.fail("a graph in a stream of TRIPLES");
        }
        readTriple(end, start);
    }

    private void readTriple(int end, int start) {
        readTerms(end, start);
        in.seek(end);
    }

    private void readTerms(int end, int start) {
        readSubject(end, start);
        readPredicate(end, start);
        readObject(end, start);
    }

    private void readSubject(int end, int start) {
        if (fields.has(0)) {
            last.subject = terms.subject(fields.open(0, in), end, 0);
            last.heavySubject = weight(last.subject);
        } else {
            charge(last.heavySubject, start);
        }
        checkRepeated(last.subject, "subject", start);
    }

    private void readPredicate(int end, int start) {
        if (fields.has(1)) {
            last.predicate = terms.predicate(fields.open(1, in), end);
            last.heavyPredicate = weight(last.predicate);
        } else {
            charge(last.heavyPredicate, start);
        }
        checkRepeated(last.predicate, "predicate", start);
    }

    private void readObject(int end, int start) {
        if (fields.has(2)) {
            last.object = terms.object(fields.open(2, in), end, 0);
            last.heavyObject = weight(last.object);
        } else {
            charge(last.heavyObject, start);
        }
        checkRepeated(last.object, "object", start);
    }

    private void checkRepeated(@Nullable Value term, String position, int start) {
        if (term == null) {
            throw in.failAt(start, "a repeated " + position + ", but no statement before has one");
        }
    }

    /**
     * Reads a graph name whose tag has been read, and makes it the last one.
     *
     * @param base what the tag of the IRI form is above 0x0A
     */
    @Nullable
    Resource readGraph(int tag, int end, int base) {
        switch (tag - base) {
            case 0x0A -> last.graph = terms.iri(end);
            case 0x12 -> last.graph = terms.blankNode(end);
            case 0x1A -> {
                in.seek(in.bodyEnd(end));
                last.graph = null;
            }
            default -> throw terms.generalized("a literal as graph name");
        }
        last.graphKnown = true;
        last.heavyGraph = weight(last.graph);
        return last.graph;
    }

    /** The last graph, for a row that names none and starts at that byte. */
    @Nullable
    Resource repeatedGraph(int start) {
        if (!last.graphKnown) {
            throw in.failAt(start, "a repeated graph, but no row before has one");
        }
        return last.graph;
    }

    // ---- repetitions of long terms

    private void charge(int weight, int start) {
        expansion -= weight;
        if (expansion < 0) {
            throw in.failAt(
                    start,
                    "the frame repeats long terms so often that its text is more than " + EXPANSION
                            + " times the limit of a frame");
        }
    }

    /** Characters of a term, 0 for a term that is not long. */
    private static int weight(@Nullable Value term) {
        long characters = characters(term);
        return characters <= LIGHT ? 0 : (int) Math.min(characters, Integer.MAX_VALUE);
    }

    private static long characters(@Nullable Value term) {
        if (term == null) {
            return 0;
        }
        if (term instanceof Triple triple) {
            return characters(triple.getSubject()) + characters(triple.getPredicate()) + characters(triple.getObject());
        }
        if (term instanceof Literal literal) {
            return literal.getLabel().length();
        }
        return term instanceof BNode node
                ? node.getID().length()
                : term.stringValue().length();
    }
}
