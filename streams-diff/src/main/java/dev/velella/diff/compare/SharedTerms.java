package dev.velella.diff.compare;

import dev.velella.rdf.TermCasts;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** Decides which terms may be looked up by their hash. */
public final class SharedTerms {
    private SharedTerms() {}

    /**
     * Whether a term may be looked up by its hash. Quoted triples may not, because their hash can take very long.
     * Literals with a language tag may not, because they are equal in any case of the tag.
     */
    public static boolean isShared(Value term) {
        if (term.isIRI()) {
            return true;
        }
        return term.isLiteral()
                ? TermCasts.literal(term).getCoreDatatype() != CoreDatatype.RDF.LANGSTRING
                : !term.isTriple();
    }
}
