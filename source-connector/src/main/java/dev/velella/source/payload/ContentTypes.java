package dev.velella.source.payload;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content types that the options assign to topics. Immutable. */
final class ContentTypes {
    private final Map<MqttTopicFilter, String> byFilter;
    private final @Nullable String others;

    /**
     * Reads the options.
     *
     * @param entries entries {@code FILTER=TYPE}; the first filter that matches decides
     * @param others type of all other topics; null for none
     * @throws IllegalArgumentException if an entry has another form; the message shows the right form
     */
    ContentTypes(List<String> entries, @Nullable String others) {
        this.others = others;
        byFilter = new LinkedHashMap<>();
        for (String entry : entries) {
            int equals = entry.lastIndexOf('=');
            if (equals < 1 || equals == entry.length() - 1) {
                throw new IllegalArgumentException(
                        "holds " + entry + ", which is not FILTER=TYPE such as site/+/weather=text/turtle");
            }
            byFilter.put(
                    MqttTopicFilter.of(entry.substring(0, equals).strip()),
                    entry.substring(equals + 1).strip());
        }
    }

    /** The type of a topic's payloads; null if the options assign none. */
    @Nullable
    String ofTopic(String topic) {
        if (!byFilter.isEmpty()) {
            MqttTopic name = MqttTopic.of(topic);
            for (Map.Entry<MqttTopicFilter, String> entry : byFilter.entrySet()) {
                if (entry.getKey().matches(name)) {
                    return entry.getValue();
                }
            }
        }
        return others;
    }

    /** All types in the options. */
    List<String> all() {
        List<String> all = new java.util.ArrayList<>(byFilter.values());
        if (others != null) {
            all.add(others);
        }
        return all;
    }
}
