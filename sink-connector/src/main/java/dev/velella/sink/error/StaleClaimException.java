package dev.velella.sink.error;

/**
 * The store's row of a partition is not the one the writer holds: another writer opened or advanced the partition.
 * Nothing was changed; the writer must stop.
 */
public final class StaleClaimException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message which partition, what was expected and what was found */
    public StaleClaimException(String message) {
        super(message);
    }
}
