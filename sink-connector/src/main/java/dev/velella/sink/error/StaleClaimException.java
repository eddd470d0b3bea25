package dev.velella.sink.error;

/**
 * Thrown when the store's row of a partition is not equal to the writer's claim, because another writer has opened or
 * advanced the partition (fencing). Nothing was changed; the writer must stop.
 */
public final class StaleClaimException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message message with the partition, the expected row and the found row */
    public StaleClaimException(String message) {
        super(message);
    }
}
