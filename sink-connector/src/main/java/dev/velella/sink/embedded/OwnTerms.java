package dev.velella.sink.embedded;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the store's own copies of terms. The copies of IRIs are cached by object identity, because the patches of a
 * stream contain a few IRIs again and again, as the same objects. Not thread-safe.
 */
final class OwnTerms {
    /** Maximum number of IRIs in the cache. When it is reached, the cache is cleared. */
    private static final int MOST = 1 << 12;

    private final Function<Value, @Nullable Value> terms;
    private final IdentityHashMap<Value, Value> known = new IdentityHashMap<>();

    /** IRIs that the store does not contain. */
    private final Set<Value> absent = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param terms gives the store's own copy of a term; null if no statement of the store contains it */
    OwnTerms(Function<Value, @Nullable Value> terms) {
        this.terms = terms;
    }

    /** The store's own copy of a term; null if it has none. */
    @Nullable
    Value of(Value term) {
        if (!(term instanceof IRI)) {
            return terms.apply(term);
        }
        Value own = known.get(term);
        if (own == null && !absent.contains(term)) {
            own = terms.apply(term);
            if (own == null) {
                absent.add(term);
            } else {
                if (known.size() >= MOST) {
                    known.clear();
                }
                known.put(term, own);
            }
        }
        return own;
    }

    /** Must be called after each write, because the store may now contain terms that it did not contain before. */
    void written() {
        absent.clear();
    }
}
