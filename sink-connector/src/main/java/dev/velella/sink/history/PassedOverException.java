package dev.velella.sink.history;

/**
 * Thrown when a record that had to be read again did not come again. This is no fault of a record, so no record is put
 * aside. The message does not contain the place.
 */
public final class PassedOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PassedOverException(String message) {
        super(message);
    }
}
