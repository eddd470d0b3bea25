package dev.velella.kit.http.message;

/** Thrown if a request gets an error as its answer. The message is for the client: the reason, and what to do. */
public class HttpFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public HttpFault(int status, String reason) {
        super(reason);
        this.status = status;
    }

    public HttpFault(int status, String reason, Throwable cause) {
        super(reason, cause);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
