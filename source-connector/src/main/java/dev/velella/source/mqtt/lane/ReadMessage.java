package dev.velella.source.mqtt.lane;

import org.jspecify.annotations.Nullable;

/**
 * A message that was read, well or not; perhaps on another thread.
 *
 * @param element what it has become; null where that failed
 * @param failure why it failed
 * @param processorNanos time of the thread that read it
 */
public record ReadMessage(
        MessageReading reading, @Nullable PayloadElement element, @Nullable Throwable failure, long processorNanos) {

    /**
     * What it has become.
     *
     * @throws RuntimeException or an Error: what reading it has thrown
     */
    public PayloadElement get() {
        if (element != null) {
            return element;
        } else if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        throw new IllegalStateException("neither read nor failed");
    }

    /** What it takes in memory besides the message, about. */
    long bytes() {
        return element == null ? 0 : element.bytes();
    }
}
