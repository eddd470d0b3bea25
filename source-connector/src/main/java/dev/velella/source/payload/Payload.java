package dev.velella.source.payload;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a device sent at a time. Immutable; the bytes are not to be changed. */
public final class Payload {
    private final String topic;
    private final byte[] bytes;
    private final @Nullable String contentType;
    private final Instant received;

    /**
     * A payload.
     *
     * @param topic with levels between slashes
     * @param contentType as the device says it; null if it does not
     * @param received when it came
     */
    public Payload(String topic, byte[] bytes, @Nullable String contentType, Instant received) {
        this.topic = topic;
        this.bytes = bytes;
        this.contentType = contentType;
        this.received = received;
    }

    /** The topic that the device sent it to. */
    public String topic() {
        return topic;
    }

    /** What it sent. */
    public byte[] bytes() {
        return bytes;
    }

    /** What it says that it sent; null if it does not say. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** When it came. */
    public Instant received() {
        return received;
    }
}
