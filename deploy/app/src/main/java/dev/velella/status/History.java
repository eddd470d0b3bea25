package dev.velella.status;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Remembers, from look to look, since when troubles are there and when counters last grew. A counter that grew within
 * ten minutes is a trouble, as in the alerts; one that is above 0 at the first look counts as just grown. Not
 * thread-safe.
 */
final class History {
    private static final long WINDOW_MS = 600_000;

    /** Over how long a rate is the mean. */
    private static final long RATE_MS = 5_000;

    private final Map<String, Count> counters = new HashMap<>();
    private final Map<String, Deque<Count>> rates = new HashMap<>();
    private final Map<String, Long> since = new HashMap<>();

    /**
     * A counter.
     *
     * @param value its last value
     * @param grown time at which it last grew, or, for a rate, had this value
     */
    private record Count(double value, long grown) {}

    /** Whether a counter has grown within ten minutes. A counter that begins again, because its task did, counts from 0. */
    boolean grew(String counter, double value, long now) {
        Count before = counters.get(counter);
        double base = before == null || value < before.value() ? 0 : before.value();
        long grown = value > base ? now : before == null ? Long.MIN_VALUE / 2 : before.grown();
        counters.put(counter, new Count(value, grown));
        return now - grown < WINDOW_MS;
    }

    /** How much a counter grows in a second, over the last seconds; null at the first look, and after it began again. */
    @Nullable
    Double rate(String counter, double value, long now) {
        Deque<Count> last = rates.computeIfAbsent(counter, key -> new ArrayDeque<>());
        if (!last.isEmpty() && value < last.getLast().value()) {
            last.clear();
        }
        last.addLast(new Count(value, now));
        while (last.size() > 2 && now - last.getFirst().grown() > RATE_MS) {
            last.removeFirst();
        }
        Count first = last.getFirst();
        return now <= first.grown() ? null : (value - first.value()) * 1_000 / (now - first.grown());
    }

    /** The time at which a trouble was first seen. */
    long since(String trouble, long now) {
        return since.computeIfAbsent(trouble, key -> now);
    }

    /** Forgets the troubles that are not there any more. */
    void keep(Set<String> troubles) {
        since.keySet().retainAll(troubles);
    }
}
