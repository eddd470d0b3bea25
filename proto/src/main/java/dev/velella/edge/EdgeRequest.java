package dev.velella.edge;

import dev.velella.keyframe.JellyHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A receiver's request for frames that it misses. It travels as user properties of an MQTT message:
 *
 * <ul>
 * <li>{@code jelly} is the place of the frame that came;
 * <li>{@code from} is the number of the first frame that is missing;
 * <li>{@code state} is {@code kept} if the receiver can go on with that frame, or {@code none} if it must begin with a
 *     key frame.
 * </ul>
 *
 * @param came place of the frame that came and cannot be used yet
 * @param from number of the first frame that is missing, at most the number of the frame that came
 * @param stateKept whether the receiver has the state that the first missing frame needs
 */
public record EdgeRequest(JellyHeader came, long from, boolean stateKept) {
    private static final String FROM = "from";
    private static final String STATE = "state";
    private static final String KEPT = "kept";

    /** Name and value of each property. */
    public List<Map.Entry<String, String>> properties() {
        return List.of(
                Map.entry(JellyHeader.NAME, came.toString()),
                Map.entry(FROM, Long.toString(from)),
                Map.entry(STATE, stateKept ? KEPT : "none"));
    }

    /** Reads the properties of a message; empty if they are not the properties of a request. */
    public static Optional<EdgeRequest> parse(List<Map.Entry<String, String>> properties) {
        String came = "";
        String from = "";
        boolean kept = false;
        for (Map.Entry<String, String> property : properties) {
            switch (property.getKey()) {
                case JellyHeader.NAME -> came = property.getValue();
                case FROM -> from = property.getValue();
                case STATE -> kept = property.getValue().equals(KEPT);
                default -> {
                    // a property of another program
                }
            }
        }
        try {
            return Optional.of(new EdgeRequest(
                    JellyHeader.parse(came.getBytes(StandardCharsets.UTF_8)), Long.parseLong(from), kept));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
