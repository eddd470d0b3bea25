package dev.velella.source.mqtt;

import java.nio.ByteBuffer;
import java.util.AbstractMap;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The offset beside the record of a message: the number of messages so far, and the fingerprints of the last messages.
 * By the fingerprints a task recognises messages that the broker sends again. Immutable.
 */
final class MqttOffset {
    private static final String MESSAGES = "messages";
    private static final String RECENT = "recent";

    /** The offset before the first message. */
    static final MqttOffset START = new MqttOffset(0, new long[0], 0, 0);

    private final long messages;
    private final long[] fingerprints;
    private final int from;
    private final int to;

    /**
     * Creates an offset that shares an array with other offsets.
     *
     * @param messages number of messages up to and including this one
     * @param fingerprints fingerprints of messages in their order; callers must not change the entries below {@code to}
     */
    MqttOffset(long messages, long[] fingerprints, int from, int to) {
        this.messages = messages;
        this.fingerprints = fingerprints;
        this.from = from;
        this.to = to;
    }

    long messages() {
        return messages;
    }

    /** A copy of the fingerprints. */
    long[] recent() {
        return java.util.Arrays.copyOfRange(fingerprints, from, to);
    }

    /**
     * The offset as Connect stores it. The text is created on request, because Connect asks only for the last of many
     * offsets.
     */
    Map<String, Object> toMap() {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                return Map.<String, Object>of(MESSAGES, messages, RECENT, text())
                        .entrySet();
            }
        };
    }

    private String text() {
        ByteBuffer bytes = ByteBuffer.allocate((to - from) * Long.BYTES);
        bytes.asLongBuffer().put(fingerprints, from, to - from);
        return Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /**
     * Reads a stored offset; null is the start.
     *
     * @throws ConnectException if the map has another shape
     */
    static MqttOffset fromMap(@Nullable Map<String, ?> map) {
        if (map == null) {
            return START;
        }
        if (map.size() == 2 && map.get(MESSAGES) instanceof Number messages && map.get(RECENT) instanceof String text) {
            try {
                byte[] bytes = Base64.getDecoder().decode(text);
                if (bytes.length % Long.BYTES == 0 && messages.longValue() >= 0) {
                    long[] recent = new long[bytes.length / Long.BYTES];
                    ByteBuffer.wrap(bytes).asLongBuffer().get(recent);
                    return new MqttOffset(messages.longValue(), recent, 0, recent.length);
                }
            } catch (IllegalArgumentException e) {
                throw wrong(map);
            }
        }
        throw wrong(map);
    }

    private static ConnectException wrong(Map<String, ?> map) {
        return new ConnectException("not an offset of this connector's messages: " + map
                + "; it is {\"messages\": number of messages, \"recent\": their last fingerprints in base64}");
    }
}
