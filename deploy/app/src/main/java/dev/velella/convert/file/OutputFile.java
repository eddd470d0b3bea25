package dev.velella.convert.file;

import dev.velella.failure.FileException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;

/**
 * An output that is written as a whole or not at all. All data go to a temporary file first.
 *
 * <p>{@link #commit} renames the temporary file to the target. If the target is no regular file (standard output, a
 * pipe, a device), commit copies the data to it instead. Without a commit, {@link #close} removes the temporary file,
 * and the target is unchanged. The temporary file is in the directory of a regular target, else in the directory for
 * temporary files. Nothing is forced to the disk.
 */
public final class OutputFile implements Closeable {
    private final String title;
    private final OutputStream standardOutput;
    private final boolean standard;
    private final Path target;
    private final Path temporary;
    private final OutputStream out;

    /**
     * Opens the temporary file.
     *
     * @param name the target, {@code -} for standard output; compressed if it ends with {@code .gz}, {@code .bz2} or
     *     {@code .zst}
     * @throws FileException if the file cannot be written
     */
    public OutputFile(String name, OutputStream standardOutput) {
        this.standardOutput = standardOutput;
        standard = name.equals(InputFile.STANDARD);
        title = standard ? "standard output" : name;
        try {
            target = standard ? Path.of("") : resolve(name);
            temporary = renames() ? beside(target) : Files.createTempFile("velella-", ".tmp");
            OutputStream file = renames()
                    ? Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                    : Files.newOutputStream(temporary);
            temporary.toFile().deleteOnExit();
            OutputStream buffered = new Told(new BufferedOutputStream(file, 1 << 16));
            String lower = name.toLowerCase(Locale.ROOT);
            out = lower.endsWith(".gz")
                    ? new GZIPOutputStream(buffered, 1 << 16)
                    : lower.endsWith(".bz2")
                            ? new BZip2CompressorOutputStream(buffered)
                            : lower.endsWith(".zst") ? zstandard(buffered) : buffered;
        } catch (IOException | InvalidPathException e) {
            throw failure(e);
        }
    }

    private static OutputStream zstandard(OutputStream out) throws IOException {
        return ZstdCompressorOutputStream.builder()
                .setOutputStream(out)
                .setChecksum(true)
                .get();
    }

    /** Follows links, so that a link keeps its target, and the target gets the data. */
    private static Path resolve(String name) throws IOException {
        Path path = Path.of(name).toAbsolutePath();
        if (Files.isDirectory(path)) {
            throw new FileException(name, "is a directory");
        }
        try {
            return path.toRealPath();
        } catch (NoSuchFileException e) {
            // The file does not exist yet, or the name stands for something that is no file, such as a pipe.
            return path;
        }
    }

    private static Path beside(Path target) {
        return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    private boolean renames() {
        return !standard && (!Files.exists(target) || Files.isRegularFile(target));
    }

    /** The stream to write to. A failure to write is a {@link FileException}. Callers must not close it. */
    public OutputStream stream() {
        return out;
    }

    /**
     * Puts the complete output in its place. If the reader of standard output has closed it, it wants no more, and that is
     * no failure.
     *
     * @throws FileException if that fails; the target is then unchanged, but a target that is no regular file may have
     *     received a part
     */
    public void commit() {
        try {
            out.close();
            if (standard) {
                Files.copy(temporary, standardOutput);
                standardOutput.flush();
            } else if (renames()) {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                try (OutputStream device = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
                    Files.copy(temporary, device);
                }
            }
        } catch (IOException e) {
            if (!standard || !isClosedPipe(e)) {
                throw failure(e);
            }
        }
    }

    /** Whether somebody who read from a pipe has closed it, as {@code head} does when it has its lines. */
    public static boolean isClosedPipe(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }

    private FileException failure(Exception e) {
        return new FileException(title, "cannot be written: " + InputFile.reason(e), e);
    }

    @Override
    public void close() {
        try (out) {
            // The stream is closed even if writing failed. After a commit it is closed twice.
        } catch (IOException | FileException e) {
            // Ignored: the user sees the failure that led here.
        } finally {
            remove();
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The file is removed when the process ends.
        }
    }

    /** Turns failures to write into {@link FileException}, so that they differ from failures to read. */
    private final class Told extends FilterOutputStream {
        Told(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) {
            try {
                out.write(b);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public void flush() {
            try {
                out.flush();
            } catch (IOException e) {
                throw failure(e);
            }
        }
    }
}
