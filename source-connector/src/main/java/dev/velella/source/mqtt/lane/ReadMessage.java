package dev.velella.source.mqtt.lane;

import dev.velella.source.input.SourceElement;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a message, perhaps on another thread: an element or an error.
 *
 * @param element the element; null if reading failed
 * @param failure the error; null if reading succeeded
 * @param processorNanos processor time of the reading, in ns
 */
public record ReadMessage(
        MessageReading reading, @Nullable SourceElement element, @Nullable Throwable failure, long processorNanos) {

    /**
     * The element.
     *
     * @throws RuntimeException or an Error: the error of reading the message
     */
    public SourceElement get() {
        if (element != null) {
            return element;
        } else if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        throw new IllegalStateException("neither read nor failed");
    }

    /** Approximate bytes of memory of the result, without the message. */
    long bytes() {
        return element == null ? 0 : element.bytes();
    }
}
