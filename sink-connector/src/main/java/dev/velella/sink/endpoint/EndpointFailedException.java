package dev.velella.sink.endpoint;

/** The endpoint cannot listen where it should. */
public final class EndpointFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message where and why
     * @param cause error of the socket
     */
    public EndpointFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
