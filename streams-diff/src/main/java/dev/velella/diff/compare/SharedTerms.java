package dev.velella.diff.compare;

import dev.velella.rdf.TermCasts;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** Tells which terms are looked up by their hash. */
public final class SharedTerms {
    private SharedTerms() {}

    /** Not quoted triples, whose hash may take very long, nor tagged literals, which are equal in any case of the tag. */
    public static boolean isShared(Value term) {
        if (term.isIRI()) {
            return true;
        }
        return term.isLiteral()
                ? TermCasts.literal(term).getCoreDatatype() != CoreDatatype.RDF.LANGSTRING
                : !term.isTriple();
    }
}
