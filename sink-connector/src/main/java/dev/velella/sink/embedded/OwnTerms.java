package dev.velella.sink.embedded;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * The copies of terms that a store has of its own. Those of IRIs are remembered by the very objects that were asked for, since the
 * patches of a stream name a few IRIs again and again, as the same objects. Not thread-safe.
 */
final class OwnTerms {
    /** Most IRIs remembered; then all are forgotten. */
    private static final int MOST = 1 << 12;

    private final Function<Value, @Nullable Value> terms;
    private final IdentityHashMap<Value, Value> known = new IdentityHashMap<>();

    /** IRIs that the store does not have. */
    private final Set<Value> absent = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param terms gives the store's own copy of a term; null where no statement of the store has it */
    OwnTerms(Function<Value, @Nullable Value> terms) {
        this.terms = terms;
    }

    /** The store's own copy; null where it has none. */
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

    /** To be called when the store was written to: what it did not have, it may have now. */
    void written() {
        absent.clear();
    }
}
