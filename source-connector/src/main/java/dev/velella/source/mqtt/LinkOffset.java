package dev.velella.source.mqtt;

import dev.velella.record.RecordHeaderReader;
import dev.velella.source.mqtt.link.WriterNumbers;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The offset beside the record of a message that builds on a dictionary: the {@linkplain WriterNumbers numbers} of the last
 * messages of its device, {@code {"place": "2 1c6f0a93.128"}}. Versions before dictionaries have stored the place of a key frame
 * there, {@code {"place": "g1…"}}, which tells nothing about numbers.
 */
final class LinkOffset {
    private static final String PLACE = "place";

    private LinkOffset() {}

    /** The offset of a place, as Connect stores it. */
    static Map<String, Object> of(String place) {
        return Map.of(PLACE, place);
    }

    /**
     * Checks a stored offset; null is none.
     *
     * @throws ConnectException if the map has another shape
     */
    static void check(@Nullable Map<String, ?> map) {
        numbers(map);
    }

    /**
     * The numbers of the last messages in a stored offset; null if the topic had no messages on dictionaries.
     *
     * @throws ConnectException if the map has another shape
     */
    static @Nullable WriterNumbers numbers(@Nullable Map<String, ?> map) {
        String place = place(map);
        if (place == null) {
            return null;
        }
        try {
            if (WriterNumbers.isText(place)) {
                return WriterNumbers.parse(place);
            }
            RecordHeaderReader.place(place);
            return null;
        } catch (IllegalArgumentException e) {
            throw new ConnectException("not an offset of a device's messages: " + e.getMessage(), e);
        }
    }

    private static @Nullable String place(@Nullable Map<String, ?> map) {
        if (map == null) {
            return null;
        }
        if (map.size() == 1 && map.get(PLACE) instanceof String place) {
            return place;
        }
        throw new ConnectException(
                "not an offset of a device's messages: " + map + "; it is {\"place\": place of the last message}");
    }
}
