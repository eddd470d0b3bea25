package dev.velella.source.payload;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payload that a device sent, with its time of receipt. Immutable; callers must not change the bytes. */
public final class Payload {
    private final String topic;
    private final byte[] bytes;
    private final @Nullable String contentType;
    private final Instant received;

    /**
     * Creates a payload.
     *
     * @param topic topic, with levels between slashes
     * @param contentType content type as the device states it; null if it states none
     * @param received time of receipt
     */
    public Payload(String topic, byte[] bytes, @Nullable String contentType, Instant received) {
        this.topic = topic;
        this.bytes = bytes;
        this.contentType = contentType;
        this.received = received;
    }

    /** The topic of the payload. */
    public String topic() {
        return topic;
    }

    /** The bytes of the payload. */
    public byte[] bytes() {
        return bytes;
    }

    /** The content type as the device states it; null if it states none. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** The time of receipt. */
    public Instant received() {
        return received;
    }
}
