package dev.velella.source.http;

import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** The offset of a resumable stream: {@code {"counter": N}}, the counter of the last frame that became an element. */
public final class CounterOffset {
    private static final String COUNTER = "counter";

    private CounterOffset() {}

    static Map<String, Object> of(long counter) {
        return Map.of(COUNTER, counter);
    }

    /** Whether a map is an offset of this form. */
    public static boolean is(Map<String, ?> map) {
        return map.size() == 1 && (map.get(COUNTER) instanceof Long || map.get(COUNTER) instanceof Integer);
    }

    /**
     * Reads a stored offset.
     *
     * @param start the counter to start with if there is no stored offset
     * @throws ConnectException if the map has another shape
     */
    static long fromMap(@Nullable Map<String, ?> map, long start) {
        if (map == null) {
            return start;
        } else if (is(map) && map.get(COUNTER) instanceof Number counter) {
            return counter.longValue();
        }
        throw new ConnectException(
                "not an offset of a resumable stream: " + map + "; it is {\"counter\": counter of the last frame}");
    }
}
