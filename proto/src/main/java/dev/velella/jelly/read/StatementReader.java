package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.WireReader;
import java.util.List;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements of rows, and keeps the last term of each position, because a statement may leave out a term that
 * is equal to the last one.
 *
 * <p>The last terms belong to the stream and stay from frame to frame. A row of four bytes can repeat terms of any
 * length. Therefore repetitions of long terms are counted, and have a limit.
 */
final class StatementReader {
    /** Terms of at most this many characters, or bytes of UTF-8, may be repeated without being counted. */
    private static final int LIGHT = 256;

    /** Limit for the repeated text of a frame, as a multiple of the largest frame. */
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

    /** Whether the last quad that a quick method has read names its graph. */
    private boolean namesGraph;

    /** Before the first statement; never changed. */
    private static final LastTerms NO_TERMS = new LastTerms();

    /** The last term of each position, and the length of its text if it is more than {@link #LIGHT}, else 0. */
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

    /** The last terms, for a {@link DecoderState}. */
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
        last.take(NO_TERMS);
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

    /** The graph, if the statement is a quad. */
    @Nullable
    Resource graph() {
        return last.graph;
    }

    /** Whether the last terms are all short. Repetitions of short terms are not counted. */
    boolean isLight() {
        return (last.heavySubject | last.heavyPredicate | last.heavyObject | last.heavyGraph) == 0;
    }

    /**
     * Whether a row of the last frame would have the same meaning now, apart from its graph. It has if, at each
     * position, the last term is the same as in the row before it, or the row names its term.
     *
     * @param rows statements of the last frame
     * @param row number of the row, at least 1
     */
    boolean isBefore(List<Statement> rows, int row) {
        Statement before = rows.get(row - 1);
        Statement now = rows.get(row);
        return isLight()
                && isBefore(last.subject, before.getSubject(), now.getSubject())
                && isBefore(last.predicate, before.getPredicate(), now.getPredicate())
                && isBefore(last.object, before.getObject(), now.getObject());
    }

    /**
     * As {@link #isBefore(List, int)}, for one position. A row that repeats a term has the same term as the
     * row before it, though not always the same object: one of the two rows may come from an older frame. Therefore a
     * row with a term that is not the same names it.
     */
    private static boolean isBefore(@Nullable Value term, Value before, Value now) {
        return isSame(term, before) || !isSame(now, before);
    }

    /** Whether the last graph is the same object as the graph of a row. */
    @SuppressWarnings("ReferenceEquality")
    boolean hasGraphOf(List<Statement> rows, int row) {
        return last.graph == rows.get(row).getContext();
    }

    /** Whether the last quad that a quick method has read names its graph, and does not repeat it. */
    boolean namesGraph() {
        return namesGraph;
    }

    /** Equal literals that are other objects may differ in the case of their language tags, so they do not count. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable Object term, @Nullable Object before) {
        return term == before || (term instanceof AbstractIRI && before instanceof AbstractIRI && term.equals(before));
    }

    /**
     * Makes the terms of a row, which are short, the last terms. The graph of the row becomes the last graph unless
     * inLastGraph is true.
     */
    void moveTo(List<Statement> rows, int row, boolean inLastGraph) {
        Statement now = rows.get(row);
        last.subject = now.getSubject();
        last.predicate = now.getPredicate();
        last.object = now.getObject();
        if (!inLastGraph) {
            last.graph = now.getContext();
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
     * Reads the body of an RdfTriple in the quick way.
     *
     * @return whether it was read; if not, {@link #triple} must read it, from its start
     */
    boolean quickTriple(byte[] a, int start, int end) {
        return quick(a, start, end, false);
    }

    /** Reads the body of an RdfQuad in the quick way; as {@link #quickTriple}. */
    boolean quickQuad(byte[] a, int start, int end) {
        return quick(a, start, end, true);
    }

    /**
     * Reads terms in the quick way. If this is not possible, the careful way reads every term of the row again.
     * Therefore last terms that were set here do no harm; the running prefix and name are moved back.
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

    /** Reads terms in their order. A missing term repeats the last one (Jelly specification, repeated terms). */
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
        namesGraph = q != end;
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

    /** Reads the body of an RdfTriple. */
    void triple(int end) {
        int start = in.position();
        fields.scan(in, end, false);
        readTriple(end, start);
    }

    /** Reads the body of an RdfQuad. */
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

    /** Reads the body of an RdfQuad in a stream without graphs. */
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
     * @param base difference between the tag of the IRI form and 0x0A
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

    /**
     * The last graph, for a row that names no graph.
     *
     * @param start position of the row in the frame
     */
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

    /** Number of characters of a term; 0 if the term is not long. */
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
