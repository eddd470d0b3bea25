package dev.velella.serve.http;

/** Thrown if a request gets an error as its answer. The message is for the client: the reason, and what to do. */
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
