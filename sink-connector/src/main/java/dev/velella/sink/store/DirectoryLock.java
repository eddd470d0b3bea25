package dev.velella.sink.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive use of a directory by one task of one process, by a lock of the operating system on the file
 * {@code velella.lock} in it. The lock goes with the process, however that ends; the file stays.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "velella.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Creates the directory where it does not exist, and locks it.
     *
     * @throws StoreFailedException if it cannot be created or written, or is in use
     */
    static DirectoryLock acquire(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new StoreFailedException(
                        "the store in " + directory + " is in use by another task or process (" + FILE
                                + " is locked); one directory serves one running connector",
                        null);
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new StoreFailedException("cannot use the directory " + directory + " for a store: " + e, e);
        }
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
