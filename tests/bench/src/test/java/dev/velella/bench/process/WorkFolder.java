package dev.velella.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The folder in which the servers, programs and stores of a suite keep their files while it runs. */
public final class WorkFolder {
    private WorkFolder() {}

    /** Deletes a folder and all in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
