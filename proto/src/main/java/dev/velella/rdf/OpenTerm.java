package dev.velella.rdf;

import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * The kind of an open term of a template: an IRI, or a literal with a datatype and perhaps a language tag. Immutable.
 *
 * @param datatype null for an IRI
 * @param language null for an IRI, and for a literal without a language tag; compared to the letter
 */
public record OpenTerm(@Nullable IRI datatype, @Nullable String language) {
    /** Any IRI. */
    public static final OpenTerm ANY_IRI = new OpenTerm(null, null);

    /** A literal with the same datatype and language tag. */
    public static OpenTerm like(Literal literal) {
        return new OpenTerm(literal.getDatatype(), literal.getLanguage().orElse(null));
    }

    /** Whether the term is an IRI. */
    public boolean isIri() {
        return datatype == null;
    }

    /** Whether a value is of this kind. */
    boolean fits(Value value) {
        if (datatype == null) {
            return value.isIRI();
        }
        if (!value.isLiteral()) {
            return false;
        }
        Literal literal = TermCasts.literal(value);
        if (!datatype.equals(literal.getDatatype())) {
            return false;
        }
        boolean hasLanguage = language != null || literal.getCoreDatatype() == CoreDatatype.RDF.LANGSTRING;
        return !hasLanguage || Objects.equals(literal.getLanguage().orElse(null), language);
    }
}
