package dev.velella.record;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts for each constant of an enumeration. Thread-safe. */
final class EnumCounter<E extends Enum<E>> {
    /** The map has all constants as keys, and does not change after it was made. */
    private final Map<E, LongAdder> counts;

    EnumCounter(Class<E> type) {
        counts = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            counts.put(constant, new LongAdder());
        }
    }

    void increment(E constant) {
        counts.getOrDefault(constant, new LongAdder()).increment();
    }

    /** All constants with their counts. */
    Map<E, Long> counts() {
        return counts.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, count -> count.getValue()
                .sum()));
    }
}
