package dev.velella.lift;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payload that a device sent, with its time of receipt. Immutable; callers must not change the bytes. */
public final class Payload {
    private final String topic;
    private final byte[] bytes;
    private final @Nullable String contentType;
    private final Instant received;
    private final @Nullable String base;

    /**
     * Creates a payload.
     *
     * @param topic topic, with levels between slashes
     * @param contentType content type as the device states it; null if it states none
     * @param received time of receipt
     */
    public Payload(String topic, byte[] bytes, @Nullable String contentType, Instant received) {
        this(topic, bytes, contentType, received, null);
    }

    /**
     * Creates a payload that was found at an address.
     *
     * @param topic topic, with levels between slashes
     * @param contentType content type as the device states it; null if it states none
     * @param received time of receipt
     * @param base IRI against which relative IRIs are resolved; null if there is none
     */
    public Payload(String topic, byte[] bytes, @Nullable String contentType, Instant received, @Nullable String base) {
        this.base = base;
        this.topic = topic;
        this.bytes = bytes;
        this.contentType = contentType;
        this.received = received;
    }

    /** The same payload with another base. */
    public Payload at(String newBase) {
        return new Payload(topic, bytes, contentType, received, newBase);
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

    /** IRI against which relative IRIs are resolved; null if there is none. */
    public @Nullable String base() {
        return base;
    }

    /** The time of receipt. */
    public Instant received() {
        return received;
    }
}
