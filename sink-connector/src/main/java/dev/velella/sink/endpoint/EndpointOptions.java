package dev.velella.sink.endpoint;

/**
 * Where and how the endpoint serves.
 *
 * @param bind host name or address to listen on
 * @param port to listen on; 0 takes a free one
 * @param timeoutMs longest time for answering a request, in ms
 */
public record EndpointOptions(String bind, int port, long timeoutMs) {}
