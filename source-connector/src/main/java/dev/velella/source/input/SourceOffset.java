package dev.velella.source.input;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * How far an input has been emitted, as Connect stores it beside each record.
 *
 * @param elements number of elements up to and including the element of the record
 * @param complete whether this was the input's last element
 */
public record SourceOffset(long elements, boolean complete) {
    private static final String ELEMENTS = "elements";
    private static final String COMPLETE = "complete";
    private static final Set<String> KEYS = Set.of(ELEMENTS, COMPLETE);

    /** The offset at the start of an input. */
    static final SourceOffset START = new SourceOffset(0, false);

    public Map<String, Object> toMap() {
        return Map.of(ELEMENTS, elements, COMPLETE, complete);
    }

    /**
     * Reads a stored offset; null is the start.
     *
     * @throws ConnectException if the map has another shape
     */
    public static SourceOffset fromMap(@Nullable Map<String, ?> map) {
        if (map == null) {
            return START;
        }
        Object complete = map.containsKey(COMPLETE) ? map.get(COMPLETE) : false;
        long elements = count(map.get(ELEMENTS));
        if (elements >= 0 && complete instanceof Boolean end && KEYS.containsAll(map.keySet())) {
            return new SourceOffset(elements, end);
        }
        throw new ConnectException("not an offset of this connector: " + map
                + "; it is {\"elements\": number of elements emitted, \"complete\": true or false}");
    }

    /** A whole number as the offset storage returns it; -1 for any other value. */
    private static long count(@Nullable Object value) {
        if (value instanceof Long n) {
            return n;
        }
        return value instanceof Integer n ? n : -1;
    }
}
