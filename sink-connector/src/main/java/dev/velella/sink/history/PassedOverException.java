package dev.velella.sink.history;

/**
 * A record that was to be read again is not there any more. That is no fault of a record, so nothing is put aside. The
 * message lacks the place.
 */
public final class PassedOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PassedOverException(String message) {
        super(message);
    }
}
