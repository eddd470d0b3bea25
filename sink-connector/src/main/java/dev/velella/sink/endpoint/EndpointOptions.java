package dev.velella.sink.endpoint;

/**
 * Where and how the endpoint serves.
 *
 * @param bind host name or address to listen on
 * @param port to listen on; 0 takes a free one
 * @param timeoutMs longest time for answering a request, in ms
 * @param stateTimeoutMs longest time for answering a request for the whole state, in ms
 */
public record EndpointOptions(String bind, int port, long timeoutMs, long stateTimeoutMs) {

    /** The same longest time for all requests. */
    public EndpointOptions(String bind, int port, long timeoutMs) {
        this(bind, port, timeoutMs, timeoutMs);
    }
}
