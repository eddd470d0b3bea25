package dev.velella.sink.directory;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreInUseException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives one task of one process the exclusive use of a directory. It uses a lock of the operating system on the file
 * {@code velella.lock} in the directory. The lock ends with the process, even after a crash; the file stays.
 *
 * <p>On Unix a process that closes a file loses all its locks on this file, even locks from another channel. If an
 * attempt to lock fails, another task of this process may hold the lock. Therefore the channel of this attempt is not
 * closed, but kept for the next attempt. Thread-safe.
 */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "velella.lock";
    private static final long PERIOD_MS = 50;

    /** Open channels without a lock, by file. The map's own monitor guards the map and every change of a lock. */
    private static final Map<Path, Deque<OpenFile>> KEPT = new HashMap<>();

    private final OpenFile file;

    /**
     * An open lock file.
     *
     * @param path real path of the file
     * @param key system's key of the file, which is different for another file with the same name; null if the system
     *     has no such keys
     */
    private record OpenFile(Path path, FileChannel channel, @Nullable Object key) {
        /** Opens the lock file of a directory, or takes a channel that was kept. */
        static OpenFile of(Path directory) throws IOException {
            Path path = directory.toRealPath().resolve(FILE);
            if (!Files.exists(path)) {
                Files.write(path, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                OwnerOnly.file(path);
            }
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            synchronized (KEPT) {
                Deque<OpenFile> kept = KEPT.getOrDefault(path, new ArrayDeque<>());
                while (!kept.isEmpty()) {
                    OpenFile file = kept.remove();
                    if (Objects.equals(file.key, key)) {
                        return file;
                    }
                    file.channel.close(); // the file was deleted meanwhile, so a lock on it has no use
                }
            }
            return new OpenFile(path, FileChannel.open(path, StandardOpenOption.WRITE), key);
        }

        boolean tryLock() throws IOException {
            synchronized (KEPT) {
                try {
                    FileLock lock = channel.tryLock();
                    return lock != null;
                } catch (OverlappingFileLockException e) {
                    return false; // this process already holds the lock
                }
            }
        }

        void keep() {
            synchronized (KEPT) {
                KEPT.computeIfAbsent(path, unknown -> new ArrayDeque<>()).add(this);
            }
        }

        /** Closes the channel. The caller must hold the lock. */
        void close() throws IOException {
            synchronized (KEPT) {
                channel.close();
            }
        }
    }

    private DirectoryLock(OpenFile file) {
        this.file = file;
    }

    /**
     * Creates the directory if it does not exist, and locks it.
     *
     * @param patience how long to wait for a holder of the lock that may soon end, such as a task that the worker has
     *     given up
     * @throws StoreInUseException if the directory is still in use after that time
     * @throws StoreFailedException if the directory cannot be created or written
     */
    public static DirectoryLock acquire(Path directory, Duration patience) {
        try {
            OwnerOnly.directory(directory);
            OpenFile file = OpenFile.of(directory);
            if (!lockWithin(file, patience)) {
                file.keep();
                throw new StoreInUseException("the store in " + directory + " is in use by another task or process ("
                        + FILE + " is locked); one directory serves one running connector");
            }
            return new DirectoryLock(file);
        } catch (IOException e) {
            throw new StoreFailedException("cannot use the directory " + directory + " for a store: " + e, e);
        }
    }

    /** Whether a task or process holds the lock of a directory at the moment. Changes nothing. */
    static boolean isHeld(Path directory) throws IOException {
        if (!Files.exists(directory.resolve(FILE))) {
            return false;
        }
        OpenFile file = OpenFile.of(directory);
        if (file.tryLock()) {
            file.close();
            return false;
        }
        file.keep();
        return true;
    }

    private static boolean lockWithin(OpenFile file, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!file.tryLock()) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new StoreFailedException("cannot release the lock of the store's directory: " + e, e);
        }
    }
}
