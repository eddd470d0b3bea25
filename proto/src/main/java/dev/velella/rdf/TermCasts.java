package dev.velella.rdf;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Casts of objects to terms, for code that does it for every term of a stream. A JVM remembers for each class only the last
 * interface that it was found to have, so checks of terms for several interfaces in turn are slow, and so is each check that
 * fails. That of a class is not, and most terms extend RDF4J's base classes.
 */
public final class TermCasts {
    private TermCasts() {}

    /**
     * A subject.
     *
     * @throws ClassCastException if the object is something else
     */
    public static Resource resource(Object term) {
        return term instanceof AbstractIRI iri ? iri : (Resource) term;
    }

    /** A context: as {@link #resource}, or null for the default graph. */
    public static @Nullable Resource context(@Nullable Object term) {
        return term instanceof AbstractIRI iri ? iri : (Resource) term;
    }

    /**
     * A predicate.
     *
     * @throws ClassCastException if the object is something else
     */
    public static IRI iri(Object term) {
        return term instanceof AbstractIRI iri ? iri : (IRI) term;
    }

    /**
     * A literal.
     *
     * @throws ClassCastException if the object is something else
     */
    public static Literal literal(Object term) {
        return term instanceof AbstractLiteral literal ? literal : (Literal) term;
    }

    /**
     * Any term.
     *
     * @throws ClassCastException if the object is something else
     */
    public static Value value(Object term) {
        if (term instanceof AbstractIRI iri) {
            return iri;
        }
        return term instanceof AbstractLiteral literal ? literal : (Value) term;
    }
}
