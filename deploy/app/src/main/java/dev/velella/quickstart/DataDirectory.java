package dev.velella.quickstart;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory that holds everything of one quickstart: broker logs, state of the diff app, the store, the log file.
 *
 * <p>It belongs to one process at a time (a file lock) and to one stream for good (a file that names it). A temporary
 * one is deleted when closed.
 */
final class DataDirectory implements AutoCloseable {
    private static final String STREAM_FILE = "stream.txt";
    private static final String LOCK_FILE = "quickstart.lock";

    private final Path root;
    private final boolean temporary;
    private final FileChannel channel;
    private final FileLock lock;

    private DataDirectory(Path root, boolean temporary, FileChannel channel, FileLock lock) {
        this.root = root;
        this.temporary = temporary;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Opens the directory. Creates it if it is missing.
     *
     * @param stream description of the stream; must equal the description of an earlier run
     * @throws UserException if the directory cannot be used: it is not writable, in use, or holds other data
     */
    static DataDirectory open(@Nullable Path wanted, String stream) {
        Path root = wanted;
        FileChannel channel = null;
        try {
            root = wanted == null ? Files.createTempDirectory("velella-") : wanted.toAbsolutePath();
            Files.createDirectories(root);
            if (!Files.exists(root.resolve(STREAM_FILE)) && !isEmpty(root)) {
                throw new UserException("data directory " + root
                        + " is not empty, and no quickstart has made it: choose another directory with --data-dir");
            }
            channel = FileChannel.open(root.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = lock(channel);
            if (lock == null) {
                channel.close();
                throw new UserException("data directory " + root + " is in use by another quickstart");
            }
            DataDirectory directory = new DataDirectory(root, wanted == null, channel, lock);
            directory.claim(stream);
            return directory;
        } catch (IOException e) {
            throw new UserException(
                    "data directory " + root + " cannot be used: "
                            + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }

    private static boolean isEmpty(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.allMatch(file -> file.endsWith(LOCK_FILE));
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private void claim(String stream) throws IOException {
        Path file = root.resolve(STREAM_FILE);
        if (!Files.exists(file)) {
            Files.writeString(file, stream + System.lineSeparator());
            return;
        }
        String before = Files.readString(file).strip();
        if (!before.equals(stream)) {
            close();
            throw new UserException("data directory " + root + " holds another stream (" + before
                    + "): use the same options, or another --data-dir");
        }
    }

    /** A path in the directory. */
    Path resolve(String name) {
        return root.resolve(name);
    }

    /** Whether the directory will be deleted when it is closed. */
    boolean isTemporary() {
        return temporary;
    }

    @Override
    public String toString() {
        return root.toString();
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
            if (temporary) {
                delete(root);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("data directory " + root + " could not be closed", e);
        }
    }

    private static void delete(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
