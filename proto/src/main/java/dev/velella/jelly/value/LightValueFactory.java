package dev.velella.jelly.value;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates IRIs, literals and statements that need little memory and time, for fast reading. By RDF4J's contracts they
 * are equal to the values of any other factory. They are immutable and may be mixed with other values. Blank nodes,
 * quoted triples and literals from Java values come from {@link SimpleValueFactory}.
 *
 * <p>With {@link #getInstance} the values of a decoder are lazy: a decoder makes the text of an IRI and the label of a
 * literal only when they are first read. Until its label is read, a literal holds the byte array of its frame, and
 * nobody may change this array. A program that keeps single literals of large frames for a long time should decode with
 * {@link #eager}.
 *
 * <p>The statements of a graph are made once, when it is decoded. A program that only reads their terms decodes with
 * {@link #late}: then the graph is a {@link dev.velella.rdf.StatementTable}. Thread-safe.
 */
public final class LightValueFactory extends SimpleValueFactory {
    private static final LightValueFactory LAZY = new LightValueFactory(true, false);
    private static final LightValueFactory LATE = new LightValueFactory(true, true);
    private static final LightValueFactory EAGER = new LightValueFactory(false, false);

    private final boolean lazy;
    private final boolean tables;

    private LightValueFactory(boolean lazy, boolean tables) {
        this.lazy = lazy;
        this.tables = tables;
    }

    /** The factory with which a decoder makes texts late, when they are first read. */
    public static LightValueFactory getInstance() {
        return LAZY;
    }

    /** The factory with which a decoder makes texts late, and statements each time they are read. */
    public static LightValueFactory late() {
        return LATE;
    }

    /** A factory that makes texts at once. Its values hold nothing but their own text. */
    public static LightValueFactory eager() {
        return EAGER;
    }

    /** The factory that a decoder uses in place of a given one. The values of both are equal. */
    public static ValueFactory replacing(ValueFactory values) {
        return values.getClass() == SimpleValueFactory.class ? EAGER : values;
    }

    public boolean isLazy() {
        return lazy;
    }

    /** Whether a decoder makes tables of terms in place of statements. */
    public boolean makesTables() {
        return tables;
    }

    /**
     * Creates an IRI.
     *
     * @throws IllegalArgumentException if the text is no absolute IRI because it has no colon
     */
    @Override
    public IRI createIRI(String text) {
        if (text.indexOf(':') < 0) {
            throw new IllegalArgumentException("Not a valid (absolute) IRI: " + text);
        }
        return new LightIri(text);
    }

    /**
     * Creates an IRI of two parts, which are joined when its text is first read; errors as {@link #createIRI(String)}.
     */
    @Override
    public IRI createIRI(String head, String tail) {
        if (head.indexOf(':') < 0 && tail.indexOf(':') < 0) {
            throw new IllegalArgumentException("Not a valid (absolute) IRI: " + head + tail);
        }
        return lazy ? new LightIri(head, tail) : new LightIri(head.concat(tail));
    }

    @Override
    public Literal createLiteral(String label) {
        return new LightLiteral(label, LightLiteral.Datatype.STRING);
    }

    /** Creates a typed literal. Its label is ASCII in a frame, which nobody may change. */
    public Literal createLiteral(byte[] frame, int start, int length, LightLiteral.Datatype datatype) {
        return new LightLiteral(frame, start, length, datatype);
    }

    @Override
    public Literal createLiteral(String label, IRI datatype) {
        return createLiteral(label, datatype, CoreDatatype.from(datatype));
    }

    @Override
    public Literal createLiteral(String label, CoreDatatype datatype) {
        return createLiteral(label, datatype.getIri(), datatype);
    }

    /**
     * Creates a typed literal.
     *
     * @throws IllegalArgumentException if the datatype is rdf:langString, which needs a language tag
     */
    @Override
    public Literal createLiteral(String label, IRI datatype, CoreDatatype core) {
        if (core == CoreDatatype.RDF.LANGSTRING) {
            throw new IllegalArgumentException("a literal of type rdf:langString has no language tag");
        }
        return new LightLiteral(label, new LightLiteral.Datatype(datatype, core));
    }

    @Override
    public Statement createStatement(Resource subject, IRI predicate, Value object) {
        return new LightStatement(subject, predicate, object);
    }

    @Override
    public Statement createStatement(Resource subject, IRI predicate, Value object, @Nullable Resource context) {
        return context == null
                ? new LightStatement(subject, predicate, object)
                : new LightStatement.Quad(subject, predicate, object, context);
    }
}
