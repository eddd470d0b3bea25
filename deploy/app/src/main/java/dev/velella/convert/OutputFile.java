package dev.velella.convert;

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

/**
 * An output that is there as a whole or not at all: everything goes to a temporary file, which {@link #commit} gives the
 * name of the target, or copies to a target that is no regular file, such as standard output, a pipe or a device.
 * Without a commit {@link #close} removes it, and the target is as before. The temporary file stands beside a regular
 * target, else in the directory for temporary files. Nothing is forced to the disk.
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
     * @param name the target, {@code -} for standard output; packed if it ends with {@code .gz}
     * @throws FileException if it cannot be written
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
            boolean pack = name.toLowerCase(Locale.ROOT).endsWith(".gz");
            out = pack ? new GZIPOutputStream(buffered, 1 << 16) : buffered;
        } catch (IOException | InvalidPathException e) {
            throw failure(e);
        }
    }

    /** A link goes on pointing where it does. */
    private static Path resolve(String name) throws IOException {
        Path path = Path.of(name).toAbsolutePath();
        if (Files.isDirectory(path)) {
            throw new FileException(name, "is a directory");
        }
        try {
            return path.toRealPath();
        } catch (NoSuchFileException e) {
            // Not there yet, or a name of the system for something that is no file, such as a pipe.
            return path;
        }
    }

    private static Path beside(Path target) {
        return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    private boolean renames() {
        return !standard && (!Files.exists(target) || Files.isRegularFile(target));
    }

    /** Where to write; a failure to write is a {@link FileException}. Not to be closed. */
    public OutputStream stream() {
        return out;
    }

    /**
     * Everything is written: puts it in its place.
     *
     * @throws FileException if that fails; then the target is as before, or, where it is no regular file, may have got
     *     a part
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
            throw failure(e);
        }
    }

    private FileException failure(Exception e) {
        return new FileException(title, "cannot be written: " + InputFile.reason(e), e);
    }

    @Override
    public void close() {
        try (out) {
            // Closed even when writing failed; closed twice after a commit.
        } catch (IOException | FileException e) {
            // What led here is told already.
        } finally {
            remove();
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // It goes when the process ends.
        }
    }

    /** Tells failures to write from failures to read. */
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
