package dev.velella.rdfpatch;

import dev.velella.rdfpatch.CompactInput.Field;
import dev.velella.rdfpatch.CompactInput.MalformedStructException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/** Reads terms of RDF Thrift as RDF4J values. Stateless but for the input. */
final class ThriftTerms {
    private static final String DIRECTED = RDF.NAMESPACE + "dirLangString";

    private final CompactInput in;
    private final ValueFactory values;
    private final int maxNesting;

    ThriftTerms(CompactInput in, ValueFactory values, int maxNesting) {
        this.in = in;
        this.values = values;
        this.maxNesting = maxNesting;
    }

    /** The term in a field: a union with one field. */
    Value term(Field field) throws IOException {
        return term(field, 0);
    }

    private Value term(Field field, int depth) throws IOException {
        in.struct(field);
        Field kind = in.field(0);
        Value term =
                switch (kind.id()) {
                    case 1 -> values.createIRI(text(kind));
                    case 2 -> values.createBNode(text(kind));
                    case 3 -> literal(kind);
                    case 9 -> triple(kind, depth + 1);
                    case 10 -> values.createLiteral(Long.toString(in.number(kind)), XSD.INTEGER);
                    case 11 -> values.createLiteral(Double.toString(in.decimal(kind)), XSD.DOUBLE);
                    case 12 -> decimal(kind);
                    case 0 -> throw new MalformedStructException("a term without a value");
                    default ->
                        throw new MalformedStructException("a term of kind " + kind.id()
                                + ", such as a prefixed name or a variable, is none of a patch");
                };
        end();
        return term;
    }

    private void end() throws IOException {
        Field stop = in.field(0);
        if (!stop.isStop()) {
            throw CompactInput.unexpected(stop, "the end of a union");
        }
    }

    /** The one text of a struct. */
    private String text(Field field) throws IOException {
        in.struct(field);
        String text = null;
        int before = 0;
        for (Field each = in.field(before); !each.isStop(); each = in.field(before)) {
            before = each.id();
            if (before == 1) {
                text = in.string(each);
            } else {
                throw CompactInput.unknown(each, "a term");
            }
        }
        return required(text, "a text");
    }

    private static <T> T required(@Nullable T value, String name) throws MalformedStructException {
        if (value == null) {
            throw new MalformedStructException(name + " is missing");
        }
        return value;
    }

    private Literal literal(Field field) throws IOException {
        in.struct(field);
        String text = null;
        String language = null;
        String datatype = null;
        int before = 0;
        for (Field each = in.field(before); !each.isStop(); each = in.field(before)) {
            before = each.id();
            switch (before) {
                case 1 -> text = in.string(each);
                case 2 -> language = in.string(each);
                case 3 -> datatype = in.string(each);
                case 4 -> throw new MalformedStructException("a prefixed name as datatype is none of a patch");
                case 5 -> throw direction();
                default -> throw CompactInput.unknown(each, "a literal");
            }
        }
        String label = required(text, "the text of a literal");
        if (DIRECTED.equals(datatype)) {
            throw direction(); // Jena 5.6 writes this type, but not the direction
        }
        if (language != null) {
            return values.createLiteral(label, language);
        }
        return datatype == null ? values.createLiteral(label) : values.createLiteral(label, values.createIRI(datatype));
    }

    private static MalformedStructException direction() {
        return new MalformedStructException("a literal with a base direction is not supported: RDF4J cannot hold it");
    }

    private Literal decimal(Field field) throws IOException {
        in.struct(field);
        long value = 0;
        int scale = 0;
        int before = 0;
        for (Field each = in.field(before); !each.isStop(); each = in.field(before)) {
            before = each.id();
            switch (before) {
                case 1 -> value = in.number(each);
                case 2 -> scale = (int) in.number(each);
                default -> throw CompactInput.unknown(each, "a decimal");
            }
        }
        if (scale < -100 || scale > 100) {
            throw new MalformedStructException("a decimal with the scale " + scale);
        }
        String text = new BigDecimal(BigInteger.valueOf(value), scale).toPlainString();
        return values.createLiteral(text, XSD.DECIMAL);
    }

    private Value triple(Field field, int depth) throws IOException {
        if (depth > maxNesting) {
            throw new MalformedStructException(
                    "quoted triples are nested deeper than the limit of " + maxNesting + " levels");
        }
        in.struct(field);
        Value subject = null;
        Value predicate = null;
        Value object = null;
        int before = 0;
        for (Field each = in.field(before); !each.isStop(); each = in.field(before)) {
            before = each.id();
            switch (before) {
                case 1 -> subject = term(each, depth);
                case 2 -> predicate = term(each, depth);
                case 3 -> object = term(each, depth);
                default -> throw CompactInput.unknown(each, "a quoted triple");
            }
        }
        return values.createTriple(subject(subject), predicate(predicate), required(object, "an object"));
    }

    static Resource subject(@Nullable Value term) throws MalformedStructException {
        if (required(term, "a subject") instanceof Resource subject) {
            return subject;
        }
        throw new MalformedStructException("a literal cannot be a subject: RDF4J cannot hold it");
    }

    static IRI predicate(@Nullable Value term) throws MalformedStructException {
        if (required(term, "a predicate") instanceof IRI predicate) {
            return predicate;
        }
        throw new MalformedStructException("a predicate that is no IRI: RDF4J cannot hold it");
    }

    static Value object(@Nullable Value term) throws MalformedStructException {
        return required(term, "an object");
    }

    /** The graph of a row; null is the default graph. */
    static @Nullable Resource graph(@Nullable Value term) throws MalformedStructException {
        if (term == null || (term.isIRI() && RowReader.isDefaultGraph(term.stringValue()))) {
            return null;
        } else if (term.isIRI() || term.isBNode()) {
            return (Resource) term;
        }
        throw new MalformedStructException("a graph whose name is neither an IRI nor a blank node");
    }
}
