package dev.velella.record;

/** A record whose headers or format cannot be read as Jelly; the message says why, without the record's place. */
public final class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnreadableRecordException(String message) {
        super(message);
    }

    public UnreadableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
