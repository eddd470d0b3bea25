package dev.velella.jelly.read;

import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Keeps IRIs that were built from a prefix and a name, so that an IRI stays one object as long as its reader finds the
 * same strings again. The key of an IRI is the pair of these two string objects. It does not depend on the strings' ids
 * and tables.
 *
 * <p>A set-associative cache: a new IRI may replace another IRI of its set. Its memory grows with the IRIs that were
 * kept, up to a limit. Owned by one {@link TermDecoder}; not thread-safe.
 */
final class BuiltIris {
    private static final int SMALLEST = 256;

    /** Most places in the cache. */
    private static final int MOST = 1 << 15;

    /** Estimated memory of a kept IRI besides its strings, in bytes. The tables count the strings. */
    private static final long BYTES = 100;

    private @Nullable Built[] built = new Built[SMALLEST];

    /** Number of places in use. */
    private int count;

    private record Built(String prefix, String name, IRI iri) {}

    /** The IRI built from these string objects; null if it is not kept. */
    @Nullable
    IRI find(String prefix, String name) {
        int place = place(prefix, name);
        Built first = built[place];
        if (first != null && isOf(first, prefix, name)) {
            return first.iri;
        }
        Built second = built[place ^ 1];
        return second != null && isOf(second, prefix, name) ? second.iri : null;
    }

    @SuppressWarnings("ReferenceEquality") // only the same string objects count
    private static boolean isOf(Built known, String prefix, String name) {
        return known.name == name && known.prefix == prefix;
    }

    /** Keeps an IRI that {@link #find} did not find. */
    void keep(String prefix, String name, IRI iri) {
        if (count > built.length / 8 && built.length < MOST) {
            @Nullable Built[] old = built;
            built = new Built[2 * old.length];
            count = 0;
            for (Built known : old) {
                if (known != null) {
                    put(known);
                }
            }
        }
        put(new Built(prefix, name, iri));
    }

    private void put(Built next) {
        int place = place(next.prefix, next.name);
        Built before = built[place];
        if (before != null) {
            count += built[place ^ 1] == null ? 1 : 0;
            built[place ^ 1] = before;
        } else {
            count++;
        }
        built[place] = next;
    }

    private int place(String prefix, String name) {
        int hash = (prefix.hashCode() * 31 + name.hashCode()) * 0x9E3779B1;
        return (hash ^ hash >>> 15) & built.length - 1;
    }

    /** Estimated memory, in bytes. */
    long bytes() {
        return BYTES * count + 4L * built.length;
    }
}
