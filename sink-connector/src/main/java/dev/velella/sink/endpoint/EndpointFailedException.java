package dev.velella.sink.endpoint;

/** Thrown when the endpoint cannot listen on its address. */
public final class EndpointFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message the address and the reason
     * @param cause error of the socket
     */
    public EndpointFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
