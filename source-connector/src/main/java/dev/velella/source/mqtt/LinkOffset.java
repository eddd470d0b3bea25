package dev.velella.source.mqtt;

import dev.velella.keyframe.JellyHeader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The offset beside the record of a message that builds on others: the place of its frame in the stream of the device,
 * as {@code {"place": "g1…"}}.
 */
final class LinkOffset {
    private static final String PLACE = "place";

    private LinkOffset() {}

    /** The offset of a place, as Connect stores it. */
    static Map<String, Object> of(JellyHeader place) {
        return Map.of(PLACE, place.toString());
    }

    /**
     * Reads a stored offset; null if there is none.
     *
     * @throws ConnectException if the map has another shape
     */
    static @Nullable JellyHeader fromMap(@Nullable Map<String, ?> map) {
        if (map == null) {
            return null;
        }
        if (map.size() == 1 && map.get(PLACE) instanceof String place) {
            try {
                return JellyHeader.parse(place.getBytes(StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw new ConnectException("not an offset of a device's frames: " + e.getMessage(), e);
            }
        }
        throw new ConnectException(
                "not an offset of a device's frames: " + map + "; it is {\"place\": place of the last frame}");
    }
}
