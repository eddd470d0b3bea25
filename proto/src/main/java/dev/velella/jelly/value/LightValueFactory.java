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
 * Creates IRIs, literals and statements that take little memory and time, for reading fast. They are equal to those of
 * any other factory by RDF4J's contracts, immutable, and may be mixed with them. Blank nodes, quoted triples and literals
 * from Java values are those of {@link SimpleValueFactory}.
 *
 * <p>A decoder given {@link #getInstance} makes the text of an IRI and the label of a literal only when they are asked
 * for: until the literal is garbage it holds the array of its frame, which must not be changed. Who keeps single literals
 * of large frames for long should decode with {@link #eager}. Thread-safe.
 */
public final class LightValueFactory extends SimpleValueFactory {
    private static final LightValueFactory LAZY = new LightValueFactory(true);
    private static final LightValueFactory EAGER = new LightValueFactory(false);

    private final boolean lazy;

    private LightValueFactory(boolean lazy) {
        this.lazy = lazy;
    }

    /** The factory that lets a decoder put the making of texts off. */
    public static LightValueFactory getInstance() {
        return LAZY;
    }

    /** A factory whose values hold nothing but their own text, made at once. */
    public static LightValueFactory eager() {
        return EAGER;
    }

    /** The factory that a decoder takes: its values are equal to those of the given one. */
    public static ValueFactory replacing(ValueFactory values) {
        return values.getClass() == SimpleValueFactory.class ? EAGER : values;
    }

    public boolean isLazy() {
        return lazy;
    }

    /**
     * @throws IllegalArgumentException if the text has no colon, so is not an absolute IRI
     */
    @Override
    public IRI createIRI(String text) {
        if (text.indexOf(':') < 0) {
            throw new IllegalArgumentException("Not a valid (absolute) IRI: " + text);
        }
        return new LightIri(text);
    }

    /** An IRI of two parts, which are joined when its text is asked for; errors as {@link #createIRI(String)}. */
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

    /** A typed literal whose label is ASCII in a frame that nobody changes. */
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
