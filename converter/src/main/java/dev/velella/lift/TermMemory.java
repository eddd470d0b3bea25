package dev.velella.lift;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the terms that some values have given, because the names of a device come again with each of its messages.
 * Values that rarely come again, such as times, turn the memory off for a while. Bounded. Thread-safe.
 */
final class TermMemory {
    /** Characters of all terms that are kept. */
    private static final int MOST_CHARACTERS = 1 << 20;

    /** Number of sets of values after which the memory asks itself whether it is of use. */
    private static final int TRIAL = 1_000;

    /** Number of calls during which a memory that was of no use is off. */
    private static final int PAUSE = 100_000;

    private final Map<Object, Made> known = new ConcurrentHashMap<>();
    private final AtomicInteger characters = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger hits = new AtomicInteger();
    private final AtomicInteger pause = new AtomicInteger();

    /**
     * Terms, and the number of their characters.
     *
     * @param terms must not be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // not changed
    record Made(Value[] terms, int characters) {}

    /** The terms of these values; null if they are not known. */
    @Nullable
    Made find(Object values) {
        if (pause.get() > 0) {
            pause.decrementAndGet();
            return null;
        }
        Made found = known.get(values);
        if (found != null) {
            hits.incrementAndGet();
        }
        return found;
    }

    /** Remembers the terms of these values. */
    void put(Object values, Made terms) {
        if (pause.get() > 0 || terms.characters > MOST_CHARACTERS / 16) {
            return;
        }
        if (made.incrementAndGet() >= TRIAL) {
            boolean isOfUse = hits.getAndSet(0) >= TRIAL;
            made.set(0);
            if (!isOfUse) {
                pause.set(PAUSE);
                clear();
                return;
            }
        }
        if (characters.addAndGet(terms.characters) > MOST_CHARACTERS) {
            clear();
            characters.addAndGet(terms.characters);
        }
        known.put(values, terms);
    }

    private void clear() {
        known.clear();
        characters.set(0);
    }
}
