package dev.velella.view.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * When streams want to be asked although no element comes. In memory only: it follows from the stored state of the streams.
 * Not thread-safe.
 */
final class Timers {
    /** There is no such moment. */
    static final long NEVER = -1;

    private final Map<Bytes, Long> byStream = new HashMap<>();
    private final TreeMap<Long, Set<Bytes>> byTime = new TreeMap<>();

    /** @param dueMs {@link #NEVER} if there is nothing to wait for */
    void set(Bytes stream, long dueMs) {
        Long before = dueMs == NEVER ? byStream.remove(stream) : byStream.put(stream, dueMs);
        if (before != null && before != dueMs) {
            Set<Bytes> at = byTime.get(before);
            if (at != null && at.remove(stream) && at.isEmpty()) {
                byTime.remove(before);
            }
        }
        if (dueMs != NEVER) {
            byTime.computeIfAbsent(dueMs, none -> new LinkedHashSet<>()).add(stream);
        }
    }

    /** Whether a moment has come at this time. */
    boolean isDue(long ms) {
        return !byTime.isEmpty() && byTime.firstKey() <= ms;
    }

    /** The earliest moment. {@link #isDue} must be true. */
    long first() {
        return byTime.firstKey();
    }

    /** The streams that wait for the earliest moment. */
    List<Bytes> streams() {
        return new ArrayList<>(byTime.firstEntry().getValue());
    }

    void clear() {
        byStream.clear();
        byTime.clear();
    }
}
