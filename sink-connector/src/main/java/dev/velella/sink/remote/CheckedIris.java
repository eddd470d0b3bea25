package dev.velella.sink.remote;

import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * A check of IRIs that remembers some that passed lately: the statements of a stream name the same few again and again. Long ones are
 * not remembered, so what is kept is bounded. Not thread-safe.
 */
final class CheckedIris {
    private static final int SLOTS = 1 << 13;

    private static final int LONGEST = 500;

    private final Consumer<IRI> check;
    private final @Nullable IRI[] passed = new IRI[SLOTS];

    /** @param check throws if an IRI does not pass; the same IRI always passes or never */
    CheckedIris(Consumer<IRI> check) {
        this.check = check;
    }

    /** Throws what the check throws. */
    void check(IRI iri) {
        int hash = iri.hashCode();
        int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        if (!iri.equals(passed[slot])) {
            check.accept(iri);
            if (iri.stringValue().length() <= LONGEST) {
                passed[slot] = iri;
            }
        }
    }
}
