package dev.velella.serve.http;

/** Thrown if the HTTP server cannot be started or stopped. */
public final class HttpFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HttpFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
