package dev.velella.sink.store;

import org.jspecify.annotations.Nullable;

/** What a store has is there and cannot be read, or does not fit together: the store has to be built again. */
public final class StoreDamagedException extends StoreFailedException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message where, why and what to do
     * @param cause the store's own error; null where there is none
     */
    public StoreDamagedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
