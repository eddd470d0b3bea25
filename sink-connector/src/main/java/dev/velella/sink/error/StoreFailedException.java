package dev.velella.sink.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store could not be opened, read or written. After a failed
 * {@link dev.velella.sink.store.Target#apply} its state in memory cannot be trusted;
 * {@link dev.velella.sink.store.Target#reopen} goes back to the durable state.
 */
public class StoreFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message place, reason and what to do
     * @param cause the store's own error; null if there is none
     */
    public StoreFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
