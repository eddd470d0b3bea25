package dev.velella.tests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of what a process wrote, for the message of a test that found it dead. */
public final class LogTail {
    private static final int LINES = 60;

    private LogTail() {}

    /** Name and last lines of a file in {@code target}; says so where it cannot be read. */
    public static String of(String file) {
        Path log = Path.of("target", file);
        try {
            // Not strict about bytes that are no text: a process may have been killed in the middle of a character.
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return "\nend of " + log + ":\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException e) {
            return "; " + log + " cannot be read: " + e.getMessage();
        }
    }
}
