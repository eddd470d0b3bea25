package dev.velella.sink.embedded;

import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreWaits;
import java.io.IOException;
import java.nio.file.Path;

/** Steps in the store of a directory: how long each takes, and its failure as one of a store. */
final class StoreSteps {
    private final Path directory;
    private final StoreWaits waits = new StoreWaits();

    StoreSteps(Path directory) {
        this.directory = directory;
    }

    /** For what is waited now. */
    StoreWaits waits() {
        return waits;
    }

    /** What gives a value, or throws. */
    interface Step<T> {
        T run() throws IOException;
    }

    /** What throws or not. */
    interface Action {
        void run() throws IOException;
    }

    /**
     * Does a step.
     *
     * @param purpose of it, as in "cannot open"
     * @throws StoreFailedException whatever a library throws, checked or not: the store is to be reopened then
     */
    <T> T attempt(String purpose, Step<T> step) {
        try {
            return waits.during(purpose, step::run);
        } catch (StoreFailedException | StaleClaimException e) {
            throw e;
        } catch (RuntimeException | IOException e) {
            throw new StoreFailedException("cannot " + purpose + " in the store of " + directory + ": " + e, e);
        }
    }

    /** As {@link #attempt}, of what gives nothing. */
    void run(String purpose, Action action) {
        attempt(purpose, () -> {
            action.run();
            return true;
        });
    }
}
