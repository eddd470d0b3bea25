package dev.velella.source.mqtt.link;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.edge.EdgeDictionary;
import dev.velella.jelly.format.Limits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.BoundedMap;
import java.util.Map;

/**
 * The dictionaries of one topic that were used last: a few, because a device uses one at a time. A dictionary that cannot be
 * read is remembered as such, so that it is not fetched again for each message. Not thread-safe.
 */
final class LinkDictionaries {
    private static final int MOST = 4;

    /** Longest payload. The largest tables with long names have a fifth of it. */
    private static final int MOST_BYTES = 1 << 20;

    private final Limits limits;
    private final Map<Long, Entry> entries = new BoundedMap<>(MOST);

    private sealed interface Entry {
        EdgeDictionary dictionary();

        /** Estimated memory. */
        long bytes();
    }

    private record Known(EdgeDictionary dictionary, long bytes) implements Entry {}

    private record Refused(PayloadException failure) implements Entry {
        @Override
        public EdgeDictionary dictionary() {
            throw failure;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    LinkDictionaries(Limits limits) {
        this.limits = limits;
    }

    /** Whether {@link #get} has an answer. */
    boolean has(long name) {
        return entries.containsKey(name);
    }

    /**
     * A dictionary that was put.
     *
     * @throws PayloadException if it cannot be read
     */
    EdgeDictionary get(long name) {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw new IllegalStateException("the dictionary is not here");
        }
        return entry.dictionary();
    }

    /** Takes the payload of a dictionary whose name was checked. */
    void put(long name, byte[] payload) {
        entries.put(name, entry(payload));
    }

    private Entry entry(byte[] payload) {
        try {
            EdgeDictionary read = read(payload, limits);
            return new Known(read, read.bytes());
        } catch (PayloadException e) {
            return new Refused(e);
        }
    }

    /**
     * Reads a payload.
     *
     * @throws PayloadException if it is no dictionary, or is above the limits
     */
    static EdgeDictionary read(byte[] payload, Limits limits) {
        if (payload.length > MOST_BYTES) {
            throw new PayloadException(
                    RefusalReason.TOO_LARGE,
                    "its dictionary has " + payload.length + " bytes, more than the limit of " + MOST_BYTES);
        }
        try {
            return EdgeDictionary.read(payload, new VerifiedTerms(), limits);
        } catch (RuntimeException e) {
            throw LinkErrors.refusal("its dictionary is ", e);
        }
    }

    /** Estimated memory in bytes. */
    long bytes() {
        long bytes = 0;
        for (Entry entry : entries.values()) {
            bytes += entry.bytes();
        }
        return bytes;
    }
}
