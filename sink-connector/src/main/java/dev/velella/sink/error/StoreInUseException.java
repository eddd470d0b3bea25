package dev.velella.sink.error;

/** The store's directory is in use by another task or process. */
public final class StoreInUseException extends StoreFailedException {
    private static final long serialVersionUID = 1L;

    /** @param message which directory */
    public StoreInUseException(String message) {
        super(message, null);
    }
}
