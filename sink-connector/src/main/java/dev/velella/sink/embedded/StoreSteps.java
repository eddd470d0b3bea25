package dev.velella.sink.embedded;

import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreWaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs steps in the store of a directory. It measures the time of each step, and wraps every failure in a
 * {@link StoreFailedException}.
 */
final class StoreSteps {
    /** With less room, a disk is full for a store. */
    private static final long LEAST_FREE_BYTES = 1 << 20;

    private final Path directory;
    private final StoreWaits waits = new StoreWaits();

    StoreSteps(Path directory) {
        this.directory = directory;
    }

    /** The step that is running, for messages about waits. */
    StoreWaits waits() {
        return waits;
    }

    /** A step that returns a value or throws. */
    interface Step<T> {
        T run() throws IOException;
    }

    /** A step that returns nothing or throws. */
    interface Action {
        void run() throws IOException;
    }

    /**
     * Runs a step.
     *
     * @param purpose verb for messages, as "open" in "cannot open"
     * @throws StoreFailedException for every exception of a library, checked or not; the store must then be reopened
     */
    <T> T attempt(String purpose, Step<T> step) {
        try {
            return waits.during(purpose, step::run);
        } catch (StoreFailedException | StaleClaimException e) {
            throw e;
        } catch (RuntimeException | IOException e) {
            throw new StoreFailedException(
                    "cannot " + purpose + " in the store of " + directory + ": " + e + fullDisk(), e);
        }
    }

    /** Says that the disk is full: LMDB tells of a write that found room for its beginning only as "Input/output error". */
    private String fullDisk() {
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            return free < LEAST_FREE_BYTES ? "; its disk is full, " + free + " bytes are free" : "";
        } catch (IOException e) {
            return ""; // the first failure says more
        }
    }

    /** Like {@link #attempt}, for a step that returns nothing. */
    void run(String purpose, Action action) {
        attempt(purpose, () -> {
            action.run();
            return true;
        });
    }
}
