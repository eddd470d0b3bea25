package dev.velella.sink.error;

/** Thrown when another task or process uses the store's directory. */
public final class StoreInUseException extends StoreFailedException {
    private static final long serialVersionUID = 1L;

    /** @param message message with the directory */
    public StoreInUseException(String message) {
        super(message, null);
    }
}
