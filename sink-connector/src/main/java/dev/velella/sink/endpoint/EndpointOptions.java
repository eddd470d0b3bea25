package dev.velella.sink.endpoint;

import java.util.List;

/**
 * Where and how the endpoint serves.
 *
 * @param bind host name or address to listen on
 * @param port to listen on; 0 takes a free one
 * @param timeoutMs longest time for answering a request, in ms
 * @param stateTimeoutMs longest time for answering a request for the whole state, in ms
 * @param holdMs longest time for which queries hold up applying, in stores where they do, in ms
 * @param memoryBytes heap that all queries together may use for what they keep
 * @param origins other sites whose pages may ask, as browsers name them
 */
public record EndpointOptions(
        String bind,
        int port,
        long timeoutMs,
        long stateTimeoutMs,
        long holdMs,
        long memoryBytes,
        List<String> origins) {
    /** Unless configured, in ms. */
    public static final long DEFAULT_HOLD_MS = 1_000;

    /** Unless configured. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** Takes a copy of the list. */
    public EndpointOptions {
        origins = List.copyOf(origins);
    }

    /** The same longest time for all requests. */
    public EndpointOptions(String bind, int port, long timeoutMs) {
        this(bind, port, timeoutMs, timeoutMs);
    }

    /** Queries have all their time, whatever waits for them, and no page of another site may ask. */
    public EndpointOptions(String bind, int port, long timeoutMs, long stateTimeoutMs) {
        this(bind, port, timeoutMs, stateTimeoutMs, timeoutMs, DEFAULT_MEMORY_BYTES, List.of());
    }
}
