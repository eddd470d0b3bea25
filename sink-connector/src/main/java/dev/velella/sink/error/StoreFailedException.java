package dev.velella.sink.error;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be opened, read or written. After a failed {@link dev.velella.sink.store.Target#apply} its state in memory is not to be
 * trusted: {@link dev.velella.sink.store.Target#reopen} goes back to what is durable.
 */
public class StoreFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message where, why and what to do
     * @param cause the store's own error; null where there is none
     */
    public StoreFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
