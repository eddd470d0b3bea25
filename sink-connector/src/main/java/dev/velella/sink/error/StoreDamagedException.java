package dev.velella.sink.error;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when the files of a store exist but cannot be read, or do not fit together. The store has to be rebuilt. */
public final class StoreDamagedException extends StoreFailedException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message place, reason and what to do
     * @param cause the store's own error; null if there is none
     */
    public StoreDamagedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Advice for a damaged embedded store. To follow it loses no data.
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
