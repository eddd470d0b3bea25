package dev.velella.jelly.read;

import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * IRIs by the very string objects of prefix and name that they were built from, whatever ids these have had in whatever
 * table: so an IRI stays the same object for as long as its reader finds the same strings again.
 *
 * <p>A set-associative cache: an IRI gives way to others of its set. Grows with the IRIs that were kept, up to a limit.
 * Owned by one {@link TermDecoder}; not thread-safe.
 */
final class BuiltIris {
    private static final int SMALLEST = 256;

    /** Most places. */
    private static final int MOST = 1 << 15;

    /** Estimated memory of a kept IRI beside the strings, which the tables count, in bytes. */
    private static final long BYTES = 100;

    private @Nullable Built[] built = new Built[SMALLEST];

    /** Places that are taken. */
    private int count;

    private record Built(String prefix, String name, IRI iri) {}

    /** The IRI of these very strings; null if it is not kept. */
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

    @SuppressWarnings("ReferenceEquality") // only the very strings count
    private static boolean isOf(Built known, String prefix, String name) {
        return known.name == name && known.prefix == prefix;
    }

    /** Keeps an IRI that was not found. */
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
