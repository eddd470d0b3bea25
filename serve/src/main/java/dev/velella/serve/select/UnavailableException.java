package dev.velella.serve.select;

import dev.velella.kit.http.message.HttpFault;

/** Thrown if an answer cannot be complete at the moment. The message says why. */
public final class UnavailableException extends HttpFault {
    private static final long serialVersionUID = 1L;
    private static final int STATUS = 503;

    public UnavailableException(String message) {
        super(STATUS, message);
    }

    public UnavailableException(String message, Throwable cause) {
        super(STATUS, message, cause);
    }
}
