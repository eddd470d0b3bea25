package dev.velella.diff.state;

import dev.velella.diff.compare.SharedTerms;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.TermCasts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * The terms of one stored delta that are not in the graph before it. Each term is written once, and IRIs share their
 * heads. The head of an IRI is its text up to the last {@code /} or {@code #}, and the tail is the rest.
 *
 * <p>A term is written as its kind and then:
 * <ul>
 * <li>for an IRI, the number of its head (0: a new head follows) and its tail;
 * <li>for a blank node, its label;
 * <li>for a literal, its label and its language or datatype;
 * <li>for a quoted triple, its terms.
 * </ul>
 *
 * <p>An object is used while one delta is written or read. Not thread-safe.
 */
final class DeltaTerms {
    private static final int IRI_KIND = 1;
    private static final int BLANK_NODE = 2;
    private static final int PLAIN = 3;
    private static final int TYPED = 4;
    private static final int TAGGED = 5;
    private static final int QUOTED = 6;

    /** The head that has number 1 in every delta. */
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";

    private static final int DEEPEST = 200;
    private static final ValueFactory VALUES = LightValueFactory.eager();

    /** Up to this number of terms, a term is searched in the list. For more terms there is an index. */
    private static final int LOOKED_THROUGH = 16;

    private final List<Value> terms = new ArrayList<>();
    private final List<String> heads = new ArrayList<>();

    /** Index: the numbers of all terms that may be looked up by hash. Empty while the delta has few terms. */
    private final Map<Value, Integer> numbers = new HashMap<>();

    private final Map<String, Integer> headNumbers = new HashMap<>();

    DeltaTerms() {
        heads.add(XSD);
    }

    /** The number of a term that was already written in this delta; -1 if it was not written. */
    int number(Value term) {
        if (!SharedTerms.isShared(term)) {
            return -1;
        }
        if (terms.size() > LOOKED_THROUGH) {
            return numbers.getOrDefault(term, -1);
        }
        for (int number = 0; number < terms.size(); number++) {
            if (term.equals(terms.get(number))) {
                return number;
            }
        }
        return -1;
    }

    /** Writes a term, which gets the next number. */
    void write(Value term, StateOutput out) {
        writeBody(term, out);
        terms.add(term);
        if (terms.size() > LOOKED_THROUGH) {
            int last = terms.size() - 1;
            for (int number = last == LOOKED_THROUGH ? 0 : last; number <= last; number++) {
                index(number);
            }
        }
    }

    private void index(int number) {
        Value term = terms.get(number);
        if (SharedTerms.isShared(term)) {
            numbers.putIfAbsent(term, number);
        }
    }

    private void writeBody(Value term, StateOutput out) {
        if (term.isIRI()) {
            out.octet(IRI_KIND);
            writeIri(term.stringValue(), out);
        } else if (term.isLiteral()) {
            writeLiteral(TermCasts.literal(term), out);
        } else if (term.isBNode()) {
            out.octet(BLANK_NODE);
            out.text(((BNode) term).getID());
        } else {
            Triple triple = (Triple) term;
            out.octet(QUOTED);
            writeBody(triple.getSubject(), out);
            writeBody(triple.getPredicate(), out);
            writeBody(triple.getObject(), out);
        }
    }

    private void writeIri(String text, StateOutput out) {
        if (text.startsWith(XSD)) {
            out.number(1);
            out.text(text, XSD.length());
            return;
        }
        int tail = Math.max(text.lastIndexOf('/'), text.lastIndexOf('#')) + 1;
        String head = text.substring(0, tail);
        Integer number = headNumbers.putIfAbsent(head, headNumbers.size() + 2);
        out.number(number == null ? 0 : number);
        if (number == null) {
            out.text(head);
        }
        out.text(text, tail);
    }

    private void writeLiteral(Literal literal, StateOutput out) {
        CoreDatatype core = literal.getCoreDatatype();
        if (core == CoreDatatype.RDF.LANGSTRING) {
            out.octet(TAGGED);
            out.text(literal.getLabel());
            out.text(literal.getLanguage().orElseThrow());
        } else if (core == CoreDatatype.XSD.STRING) {
            out.octet(PLAIN);
            out.text(literal.getLabel());
        } else {
            out.octet(TYPED);
            out.text(literal.getLabel());
            writeIri(literal.getDatatype().stringValue(), out);
        }
    }

    /** Reads the number of a term plus 1, and returns the term. The number 0 is the default graph, which is null. */
    @Nullable
    Value known(StateInput in) {
        int number = in.below(terms.size() + 1L);
        return number == 0 ? null : terms.get(number - 1);
    }

    /** Reads a term, which gets the next number. */
    Value read(StateInput in) {
        Value term = readBody(in, 0);
        terms.add(term);
        return term;
    }

    private Value readBody(StateInput in, int depth) {
        int kind = in.octet();
        return switch (kind) {
            case IRI_KIND -> readIri(in);
            case BLANK_NODE -> VALUES.createBNode(in.text());
            case PLAIN -> VALUES.createLiteral(in.text());
            case TYPED -> VALUES.createLiteral(in.text(), readIri(in));
            case TAGGED -> VALUES.createLiteral(in.text(), in.text());
            case QUOTED -> readQuoted(in, depth);
            default -> throw new IllegalArgumentException("a term of kind " + kind);
        };
    }

    private Value readQuoted(StateInput in, int depth) {
        if (depth == DEEPEST) {
            throw new IllegalArgumentException("a quoted triple is nested deeper than " + DEEPEST);
        }
        Value subject = readBody(in, depth + 1);
        Value predicate = readBody(in, depth + 1);
        Value object = readBody(in, depth + 1);
        if (subject instanceof Resource resource && predicate instanceof IRI iri) {
            return VALUES.createTriple(resource, iri, object);
        }
        throw new IllegalArgumentException("a quoted triple of other terms than a triple can have");
    }

    private IRI readIri(StateInput in) {
        int number = in.below(heads.size() + 1L);
        if (number == 0) {
            heads.add(in.text());
        }
        String head = heads.get(number == 0 ? heads.size() - 1 : number - 1);
        return VALUES.createIRI(head.concat(in.text()));
    }
}
