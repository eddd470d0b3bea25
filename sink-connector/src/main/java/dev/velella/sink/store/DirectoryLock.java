package dev.velella.sink.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive use of a directory by one task of one process, by a lock of the operating system on the file
 * {@code velella.lock} in it. The lock goes with the process, however that ends; the file stays.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "velella.lock";
    private static final long PERIOD_MS = 50;

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Creates the directory where it does not exist, and locks it.
     *
     * @param patience how long to wait for a holder that may be about to end, such as a task that the worker gave up
     * @throws StoreInUseException if it is still in use after that time
     * @throws StoreFailedException if it cannot be created or written
     */
    static DirectoryLock acquire(Path directory, Duration patience) {
        try {
            Files.createDirectories(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!lockWithin(channel, patience)) {
                channel.close();
                throw new StoreInUseException("the store in " + directory + " is in use by another task or process ("
                        + FILE + " is locked); one directory serves one running connector");
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new StoreFailedException("cannot use the directory " + directory + " for a store: " + e, e);
        }
    }

    private static boolean lockWithin(FileChannel channel, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (tryLock(channel) == null) {
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

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held in this process
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreFailedException("cannot release the lock of the store's directory: " + e, e);
        }
    }
}
