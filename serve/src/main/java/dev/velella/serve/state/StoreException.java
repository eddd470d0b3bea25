package dev.velella.serve.state;

/** Thrown if the store cannot be opened, read or written. The message names the directory, the reason and the remedy. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param cause the error of the store; null if the message says all */
    public StoreException(String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
    }
}
