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
 * Exclusive use of a directory by one task of one process, by a lock of the operating system on the file
 * {@code velella.lock} in it. The lock goes with the process, however that ends; the file stays.
 *
 * <p>On Unix a process that closes a file loses its locks on it, also those that it has by another channel. So a channel on which
 * no lock was got, because a task of this process may have it, is not closed but kept for the next attempt. Thread-safe.
 */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "velella.lock";
    private static final long PERIOD_MS = 50;

    /** Channels without a lock, by their files. Guarded by itself, as is every change of a lock. */
    private static final Map<Path, Deque<OpenFile>> KEPT = new HashMap<>();

    private final OpenFile file;

    /**
     * The file of a lock.
     *
     * @param path real path
     * @param key what tells it from another file of that name; null where the system has nothing like it
     */
    private record OpenFile(Path path, FileChannel channel, @Nullable Object key) {
        /** Opens the file of a directory, or takes a channel that was kept. */
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
                    file.channel.close(); // the file was deleted meanwhile, so nobody has a use for a lock on it
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
                    return false; // held in this process
                }
            }
        }

        void keep() {
            synchronized (KEPT) {
                KEPT.computeIfAbsent(path, unknown -> new ArrayDeque<>()).add(this);
            }
        }

        /** Only with the lock. */
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
     * Creates the directory where it does not exist, and locks it.
     *
     * @param patience how long to wait for a holder that may be about to end, such as a task that the worker gave up
     * @throws StoreInUseException if it is still in use after that time
     * @throws StoreFailedException if it cannot be created or written
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

    /** Whether a task or process has the directory at the moment. Changes nothing. */
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
