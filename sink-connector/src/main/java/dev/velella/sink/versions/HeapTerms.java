package dev.velella.sink.versions;

import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Numbers of terms on the heap. One thread gives and takes back numbers; any thread may read them. */
final class HeapTerms implements TermIds {
    private final Map<Value, Long> ids = new ConcurrentHashMap<>();
    private volatile AtomicReferenceArray<@Nullable Value> terms = new AtomicReferenceArray<>(1 << 10);
    private long next = 1;

    @Override
    public long find(Value term) {
        Long id = ids.get(term);
        return id == null ? UNKNOWN : id;
    }

    @Override
    public Value term(long id) {
        return Objects.requireNonNull(terms.get((int) id));
    }

    @Override
    public ValueFactory values() {
        return SimpleValueFactory.getInstance();
    }

    /** The next number that a new term gets. */
    long next() {
        return next;
    }

    /** The number of a term. A new term gets the next number. */
    long intern(Value term) {
        Long id = ids.get(term);
        if (id == null) {
            id = next;
            put(id, term);
        }
        return id;
    }

    /** Gives a term a number that is not in use. */
    void put(long id, Value term) {
        int at = Math.toIntExact(id);
        AtomicReferenceArray<@Nullable Value> all = terms;
        if (at >= all.length()) {
            AtomicReferenceArray<@Nullable Value> larger = new AtomicReferenceArray<>(2 * at);
            for (int i = 0; i < all.length(); i++) {
                larger.setPlain(i, all.getPlain(i));
            }
            larger.set(at, term);
            terms = larger;
        } else {
            all.set(at, term);
        }
        ids.put(term, id);
        next = Math.max(next, id + 1);
    }

    /** Drops the terms that are not used. */
    void retain(BitSet used) {
        AtomicReferenceArray<@Nullable Value> all = terms;
        for (int id = 1; id < next; id++) {
            Value term = all.get(id);
            if (term != null && !used.get(id)) {
                ids.remove(term);
                all.set(id, null);
            }
        }
    }
}
