package dev.velella.source.mqtt;

import dev.velella.keyframe.JellyHeader;
import dev.velella.source.mqtt.link.WriterNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The offset beside the record of a message that builds on others or on a dictionary: the place after it in the stream of the
 * device. With key frames this is the place of the frame, {@code {"place": "g1…"}}. With dictionaries these are the
 * {@linkplain WriterNumbers numbers} of the last messages, {@code {"place": "2 1c6f0a93.128"}}.
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
        frame(map);
        numbers(map);
    }

    /**
     * The place of the last frame in a stored offset; null if the topic had no frames that build on each other.
     *
     * @throws ConnectException if the map has another shape
     */
    static @Nullable JellyHeader frame(@Nullable Map<String, ?> map) {
        String place = place(map);
        return place == null || WriterNumbers.isText(place)
                ? null
                : parse(place, text -> JellyHeader.parse(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The numbers of the last messages in a stored offset; null if the topic had no messages on dictionaries.
     *
     * @throws ConnectException if the map has another shape
     */
    static @Nullable WriterNumbers numbers(@Nullable Map<String, ?> map) {
        String place = place(map);
        return place == null || !WriterNumbers.isText(place) ? null : parse(place, WriterNumbers::parse);
    }

    private static <T> T parse(String place, Function<String, T> parser) {
        try {
            return parser.apply(place);
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
