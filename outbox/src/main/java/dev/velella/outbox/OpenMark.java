package dev.velella.outbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.rdf4j.sail.SailException;

/**
 * A file in the directory of the outbox that is there while a store is open. If it is there before, the store was not closed: a kill,
 * a power cut or a failed commit may have damaged it. Without it a store that differs from its outbox was changed on purpose.
 */
final class OpenMark {
    private final Path file;

    OpenMark(Path directory) {
        file = directory.resolve("open");
    }

    /** Whether the store was not closed, or is open. */
    boolean isSet() {
        return Files.exists(file);
    }

    /** Says that the store is open, on the disk. */
    void set() {
        try (FileChannel mark = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            mark.force(true);
        } catch (IOException e) {
            throw new SailException("the outbox cannot be written: " + e.getMessage(), e);
        }
    }

    /** Says that the store was closed as it should be. */
    void clear() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new SailException("the outbox cannot be written: " + e.getMessage(), e);
        }
    }

    /** The file, as messages name it. */
    @Override
    public String toString() {
        return file.toString();
    }
}
