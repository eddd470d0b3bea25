package dev.velella.sink.endpoint;

/** A request that is answered with an error: a status, and one line of text that says why. */
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
