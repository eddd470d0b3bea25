package dev.velella.quickstart;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** A text file that gets its name only when it is complete. Without a name it discards all data. */
final class PatchFile implements AutoCloseable {
    private final @Nullable Path file;
    private final @Nullable Path partial;
    private final Writer writer;

    private PatchFile(@Nullable Path file, @Nullable Path partial, Writer writer) {
        this.file = file;
        this.partial = partial;
        this.writer = writer;
    }

    /** @throws UserException if the file cannot be written */
    static PatchFile create(@Nullable Path file) {
        if (file == null) {
            return new PatchFile(null, null, Writer.nullWriter());
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            return new PatchFile(file, partial, Files.newBufferedWriter(partial));
        } catch (IOException e) {
            throw new UserException(file + " (--patches-out) cannot be written: " + e.getMessage(), e);
        }
    }

    Writer writer() {
        return writer;
    }

    /** Ends the file and gives it its name. */
    void complete() throws IOException {
        writer.close();
        if (file != null && partial != null) {
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes the file unless it is complete. */
    @Override
    public void close() throws IOException {
        writer.close();
        if (partial != null) {
            Files.deleteIfExists(partial);
        }
    }
}
