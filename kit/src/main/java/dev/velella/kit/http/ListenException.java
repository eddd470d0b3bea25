package dev.velella.kit.http;

/** Thrown if a server cannot listen on its address. The message is the reason alone. */
public final class ListenException extends Exception {
    private static final long serialVersionUID = 1L;

    ListenException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
