package dev.velella.source.mqtt.client;

import dev.velella.record.RecordHeaderNames;
import dev.velella.record.VelellaHeader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An application message as it came in one connection. Immutable; callers must not change the payload. */
public final class MqttMessage {
    private final String topic;
    private final byte[] payload;
    private final int qos;
    private final boolean retained;
    private final boolean duplicate;
    private final @Nullable String contentType;
    private final List<Map.Entry<String, String>> userProperties;
    private final Runnable acknowledgement;
    private final long bytes;

    /**
     * Creates a message.
     *
     * @param qos 0, 1 or 2
     * @param duplicate whether the broker marks the message as sent before (DUP)
     * @param contentType content type of MQTT 5, or else the user property {@code RDF-Message-Content-Type}; null if there is neither
     * @param userProperties user properties of MQTT 5, in their order
     * @param acknowledgement tells the broker that it need not send the message again; to be run once at most
     */
    MqttMessage(
            String topic,
            byte[] payload,
            int qos,
            boolean retained,
            boolean duplicate,
            @Nullable String contentType,
            List<Map.Entry<String, String>> userProperties,
            Runnable acknowledgement) {
        this.topic = topic;
        this.payload = payload;
        this.qos = qos;
        this.retained = retained;
        this.duplicate = duplicate;
        this.contentType = contentType;
        this.userProperties = List.copyOf(userProperties);
        this.acknowledgement = acknowledgement;
        long size = payload.length + 2L * topic.length() + 200;
        for (Map.Entry<String, String> property : this.userProperties) {
            size += 2L * (property.getKey().length() + property.getValue().length()) + 100;
        }
        bytes = contentType == null ? size : size + 2L * contentType.length();
    }

    /** The topic of the message. */
    public String topic() {
        return topic;
    }

    /** The payload of the message. */
    public byte[] payload() {
        return payload;
    }

    /** Quality of service of its delivery: 0, 1 or 2. */
    public int qos() {
        return qos;
    }

    /** Whether the message was published before the subscription, and retained by the broker. */
    public boolean retained() {
        return retained;
    }

    /** Whether the broker marks the message as sent before (DUP). */
    public boolean duplicate() {
        return duplicate;
    }

    /** Content type of MQTT 5, or else the user property {@code RDF-Message-Content-Type}, unchanged; null if there is neither. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** User properties of MQTT 5, in their order; a name may come more than once. */
    public List<Map.Entry<String, String>> userProperties() {
        return userProperties;
    }

    /**
     * Place among the key frames of its device (header {@code jelly} of the record protocol), unchanged, for a message that builds on others, as
     * publishers of edge-client sent them before there were dictionaries; null for another message.
     */
    public @Nullable String keyFramePlace() {
        return property(RecordHeaderNames.JELLY);
    }

    /**
     * Header of a message that builds on a dictionary ({@link VelellaHeader}), unchanged; null for another message.
     *
     * @throws IllegalArgumentException if the message has several
     */
    public @Nullable String velella() {
        if (userProperties.stream()
                        .filter(property -> property.getKey().equals(VelellaHeader.NAME))
                        .count()
                > 1) {
            throw new IllegalArgumentException("it has the user property " + VelellaHeader.NAME + " twice");
        }
        return property(VelellaHeader.NAME);
    }

    private @Nullable String property(String name) {
        for (Map.Entry<String, String> property : userProperties) {
            if (property.getKey().equals(name)) {
                return property.getValue();
            }
        }
        return null;
    }

    Runnable acknowledgement() {
        return acknowledgement;
    }

    /** Approximate bytes of memory of the message, with its user properties. */
    long bytes() {
        return bytes;
    }
}
