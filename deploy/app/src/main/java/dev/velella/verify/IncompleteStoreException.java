package dev.velella.verify;

/** Thrown if a store lacks records that its topics held once and do not hold any more. */
public final class IncompleteStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    IncompleteStoreException(String message) {
        super(message);
    }
}
