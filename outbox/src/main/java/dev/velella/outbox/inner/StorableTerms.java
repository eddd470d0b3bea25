package dev.velella.outbox.inner;

import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.SailException;

/**
 * The terms that a store can hold. RDF4J's LMDB and Native stores do not look when a statement is added. They refuse a quoted triple when
 * they write the commit, which may be after it was acknowledged, and keep only the lowest byte of the length of a language tag, so that
 * they read another literal than they got. Immutable.
 */
public final class StorableTerms {
    private static final StorableTerms ALL = new StorableTerms("", Integer.MAX_VALUE);

    private final String store;
    private final int longestTag;

    private StorableTerms(String store, int longestTag) {
        this.store = store;
        this.longestTag = longestTag;
    }

    /** The terms that the innermost store can hold. */
    public static StorableTerms of(InnerStore inner) {
        if (inner.isLmdb()) {
            return new StorableTerms("an LmdbStore", 255);
        }
        return inner.isNative() ? new StorableTerms("a NativeStore", 127) : ALL; // it reads the length with a sign
    }

    /**
     * Refuses a statement that the store cannot hold.
     *
     * @throws SailException if it cannot
     */
    public void check(Statement statement) {
        if (longestTag < Integer.MAX_VALUE) {
            check(statement.getSubject(), statement);
            check(statement.getObject(), statement);
        }
    }

    private void check(Value term, Statement statement) {
        if (term.isTriple()) {
            throw new SailException(
                    store + " cannot hold quoted triples (RDF-star), so this statement was not added: " + statement);
        }
        if (term instanceof Literal literal && literal.getLanguage().isPresent()) {
            int length = literal.getLanguage().get().getBytes(StandardCharsets.UTF_8).length;
            if (length > longestTag) {
                throw new SailException(store + " cannot hold a language tag of " + length + " bytes (at most "
                        + longestTag + "), so this statement was not added: " + statement);
            }
        }
    }
}
