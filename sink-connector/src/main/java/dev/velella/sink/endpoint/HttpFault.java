package dev.velella.sink.endpoint;

/** Thrown to answer a request with an error: a status, and one line of text with the reason. */
final class HttpFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    HttpFault(int status, String reason) {
        super(reason);
        this.status = status;
    }

    int status() {
        return status;
    }
}
