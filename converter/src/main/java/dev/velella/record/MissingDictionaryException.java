package dev.velella.record;

/** A record names a dictionary that its reader does not find. The record itself may be right. */
public final class MissingDictionaryException extends UnreadableRecordException {
    private static final long serialVersionUID = 1L;

    public MissingDictionaryException(String message) {
        super(message);
    }
}
