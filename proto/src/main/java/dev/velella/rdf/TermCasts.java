package dev.velella.rdf;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Casts objects to terms, for code that does so for every term of a stream. Such casts can be slow: for each class, a
 * JVM remembers only the last interface that the class was found to have. Therefore a check is slow if terms are
 * checked for several interfaces in turn, or if the check fails. A check for a class is fast, and most terms extend
 * RDF4J's base classes.
 */
public final class TermCasts {
    private TermCasts() {}

    /**
     * Casts to a subject.
     *
     * @throws ClassCastException if the object is something else
     */
    public static Resource resource(Object term) {
        return term instanceof AbstractIRI iri ? iri : (Resource) term;
    }

    /** Casts to a context: as {@link #resource}, or null for the default graph. */
    public static @Nullable Resource context(@Nullable Object term) {
        return term instanceof AbstractIRI iri ? iri : (Resource) term;
    }

    /**
     * Casts to a predicate.
     *
     * @throws ClassCastException if the object is something else
     */
    public static IRI iri(Object term) {
        return term instanceof AbstractIRI iri ? iri : (IRI) term;
    }

    /**
     * Casts to a literal.
     *
     * @throws ClassCastException if the object is something else
     */
    public static Literal literal(Object term) {
        return term instanceof AbstractLiteral literal ? literal : (Literal) term;
    }

    /**
     * Casts to any term.
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
