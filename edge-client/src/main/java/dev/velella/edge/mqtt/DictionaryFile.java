package dev.velella.edge.mqtt;

import dev.velella.dictionary.Dictionary;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * The file in which a device keeps the dictionary that the broker has: 32 bytes SHA-256 of the payload, then the payload. It
 * is replaced as a whole, so a device that loses its power has the former one or the new one. Stateless.
 */
final class DictionaryFile {
    private static final int DIGEST_BYTES = 32;

    private final Path file;

    DictionaryFile(Path file) {
        this.file = file;
    }

    /**
     * Reads the payload.
     *
     * @return empty if there is no file, or its bytes are not those that were written
     * @throws IOException if there is a file that cannot be read
     */
    Optional<byte[]> read() throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (bytes.length < DIGEST_BYTES) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOfRange(bytes, DIGEST_BYTES, bytes.length);
        boolean isWhole = MessageDigest.isEqual(Dictionary.digest(payload), Arrays.copyOf(bytes, DIGEST_BYTES));
        return isWhole ? Optional.of(payload) : Optional.empty();
    }

    /** Replaces the file. Returns when it is on the disk. */
    void write(byte[] payload) throws IOException {
        Path whole = file.toAbsolutePath();
        Path made = whole.resolveSibling(whole.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                made, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream out = Channels.newOutputStream(channel);
            out.write(Dictionary.digest(payload));
            out.write(payload);
            channel.force(true);
        }
        Files.move(made, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(whole);
    }

    /** Makes the new name of the file durable, where the system can do that for a folder. */
    private static void syncFolder(Path whole) {
        Path folder = whole.getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Some systems do not open folders. The file is whole in any case: the former one or the new one.
        }
    }
}
