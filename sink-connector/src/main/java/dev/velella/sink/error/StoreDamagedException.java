package dev.velella.sink.error;

import java.nio.file.Path;
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

    /**
     * What to do about an embedded store that is damaged; loses nothing.
     *
     * @param files the file or folder that holds the store
     */
    public static String wayOut(Path files) {
        return "move " + files
                + " to a place outside of its directory and start the task again. The store is then built"
                + " again if the topics hold all their patches, or snapshots cover those that are gone; if not, the task"
                + " says so. (on.lost.history=rebuild with kafka.bootstrap.servers moves it away by itself)";
    }
}
