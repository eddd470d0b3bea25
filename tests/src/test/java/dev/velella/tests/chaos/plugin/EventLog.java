package dev.velella.tests.chaos.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * What one task did, line by line, in a file of its own: what was flushed stays when the process is killed. The last line
 * may then lack its end. Not thread-safe.
 */
final class EventLog implements AutoCloseable {
    private final OutputStream out;
    private final StringBuilder lines = new StringBuilder();

    EventLog(Path directory) {
        try {
            Files.createDirectories(directory);
            out = Files.newOutputStream(directory.resolve(UUID.randomUUID() + ".log"));
        } catch (IOException e) {
            throw new ConnectException(e);
        }
    }

    /** Adds a line: the words with tabs between. */
    void add(Object... words) {
        for (int i = 0; i < words.length; i++) {
            lines.append(i == 0 ? "" : "\t").append(words[i]);
        }
        lines.append('\n');
    }

    /** Hands what was added to the operating system. */
    void flush() {
        try {
            out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
            lines.setLength(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (out) {
            flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
