package dev.velella.source;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** Sample data beside the checkout. Tests that need it are skipped without it, unless it is required. */
public final class SharedFolder {
    private SharedFolder() {}

    /** The file of that name in the folder that the system property {@code velella.shared} names. */
    public static Path file(String name) {
        Path file = Path.of(System.getProperty("velella.shared", "../../shared"), name);
        if (!Files.exists(file)) {
            missing(file + " does not exist");
        }
        return file;
    }

    /** Ends the test: skipped, or failed if {@code velella.shared.required} is true. */
    public static void missing(String what) {
        if (Boolean.getBoolean("velella.shared.required")) {
            fail(what);
        }
        abort("skipped: " + what);
    }
}
