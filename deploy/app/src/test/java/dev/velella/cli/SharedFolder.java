package dev.velella.cli;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of test data outside of the source tree. */
final class SharedFolder {
    private SharedFolder() {}

    /** A folder in it; without it the test is skipped, or fails where the data are required. */
    static Path require(String name) {
        Path folder = Path.of(System.getProperty("velella.shared", "../../shared"), name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        String message = folder + " does not exist: set the property velella.shared to the folder of test data";
        if (Boolean.getBoolean("velella.shared.required")) {
            fail(message);
        }
        return abort(message);
    }
}
