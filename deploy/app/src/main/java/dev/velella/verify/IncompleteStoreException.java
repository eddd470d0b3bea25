package dev.velella.verify;

/** A store lacks records that its topics held once, and that are in the topics no more. */
public final class IncompleteStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    IncompleteStoreException(String message) {
        super(message);
    }
}
