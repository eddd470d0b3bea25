package dev.velella.sink.endpoint;

import java.util.List;

/**
 * The options of the endpoint.
 *
 * @param bind host name or address to listen on
 * @param port port to listen on; 0 takes a free port
 * @param timeoutMs maximum time to answer a request, in ms
 * @param stateTimeoutMs maximum time to answer a request for the whole state, in ms
 * @param holdMs maximum time for which queries may block the writing, in stores where they block it, in ms
 * @param memoryBytes maximum size of the data that all queries together keep on the heap, in bytes
 * @param origins other sites whose pages may send requests, as browsers name them
 * @param hosts names, without port, by which the endpoint may be asked besides localhost and {@code bind}
 */
public record EndpointOptions(
        String bind,
        int port,
        long timeoutMs,
        long stateTimeoutMs,
        long holdMs,
        long memoryBytes,
        List<String> origins,
        List<String> hosts) {
    /** Default of {@code holdMs}, in ms. */
    public static final long DEFAULT_HOLD_MS = 1_000;

    /** Default of {@code memoryBytes}, in bytes. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** Takes copies of the lists. */
    public EndpointOptions {
        origins = List.copyOf(origins);
        hosts = List.copyOf(hosts);
    }

    /** Options with which the endpoint has no other names than localhost and {@code bind}. */
    public EndpointOptions(
            String bind,
            int port,
            long timeoutMs,
            long stateTimeoutMs,
            long holdMs,
            long memoryBytes,
            List<String> origins) {
        this(bind, port, timeoutMs, stateTimeoutMs, holdMs, memoryBytes, origins, List.of());
    }

    /** Options with the same maximum time for all requests. */
    public EndpointOptions(String bind, int port, long timeoutMs) {
        this(bind, port, timeoutMs, timeoutMs);
    }

    /**
     * Options with which queries may block the writing for all their time, and no page of another site may send
     * requests.
     */
    public EndpointOptions(String bind, int port, long timeoutMs, long stateTimeoutMs) {
        this(bind, port, timeoutMs, stateTimeoutMs, timeoutMs, DEFAULT_MEMORY_BYTES, List.of());
    }
}
