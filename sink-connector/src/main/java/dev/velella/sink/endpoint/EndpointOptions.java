package dev.velella.sink.endpoint;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.options.Listener;
import java.util.List;

/**
 * The options of the endpoint.
 *
 * @param server address, names, credentials and TLS
 * @param timeoutMs maximum time to answer a request, in ms
 * @param stateTimeoutMs maximum time to answer a request for the whole state, in ms
 * @param holdMs maximum time for which queries may block the writing, in stores where they block it, in ms
 * @param memoryBytes maximum size of the data that all queries together keep on the heap, in bytes
 */
public record EndpointOptions(
        ServerSettings server, long timeoutMs, long stateTimeoutMs, long holdMs, long memoryBytes) {
    /** Beginning of the names of the options. */
    public static final String PREFIX = "sparql.endpoint.";

    /** Name of the server, for its threads. */
    public static final String NAME = "sparql-endpoint";

    /** Default of {@code holdMs}, in ms. */
    public static final long DEFAULT_HOLD_MS = 1_000;

    /** Default of {@code memoryBytes}, in bytes. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** Most connections. */
    static final int CLIENTS = 200;

    /** Number of threads. Most of them wait for records or slow clients; at most nine work at the same time. */
    private static final int THREADS = 8 * QueryRoute.MAX_QUERIES;

    private static final int ANSWERS = 64;
    private static final long REQUEST_MS = 10_000;
    private static final long STALL_MS = 30_000;

    /** Largest head of a request: many clients put their queries there. */
    private static final int HEAD_BYTES = 384 << 10;

    /** Options with which the endpoint has no other names than localhost and {@code bind}, and everybody may ask. */
    public EndpointOptions(
            String bind,
            int port,
            long timeoutMs,
            long stateTimeoutMs,
            long holdMs,
            long memoryBytes,
            List<String> origins) {
        this(
                new ServerSettings(
                        NAME,
                        PREFIX,
                        new Listener(bind, port),
                        List.of(),
                        origins,
                        Authentication.NONE,
                        Tls.DEFAULT,
                        bounds(timeoutMs, stateTimeoutMs),
                        List.of()),
                timeoutMs,
                stateTimeoutMs,
                holdMs,
                memoryBytes);
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

    /** What clients may take of an endpoint with these maximum times. */
    public static ServerSettings.Bounds bounds(long timeoutMs, long stateTimeoutMs) {
        long answerMs = Math.max(timeoutMs, stateTimeoutMs) + REQUEST_MS; // of the end of an answer
        return new ServerSettings.Bounds(
                THREADS, CLIENTS, ANSWERS, 1, REQUEST_MS, STALL_MS, answerMs, HEAD_BYTES, QueryRequest.MAX_BYTES);
    }
}
