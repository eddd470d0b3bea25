package dev.velella.convert.file;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ZstdFrames;
import dev.velella.failure.FileException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.source.format.InputFormatException;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.jspecify.annotations.Nullable;

/** Opens inputs: files, pipes, or standard input for {@code -}. Decompresses what begins as gzip, bzip2 or Zstandard does. */
public final class InputFile {
    /** The name that stands for standard input and output. */
    public static final String STANDARD = "-";

    /** The advice for a file that does not fit into memory. */
    public static final String OUT_OF_MEMORY = "needs more memory; raise the heap, for example VELELLA_OPTS=-Xmx2g";

    private static final String GZIP = "\u001F\u008B";
    private static final String BZIP2 = "BZh";

    /** A frame, or one that readers skip, which some packers write first. */
    private static final Pattern ZSTANDARD = Pattern.compile("\\x28\\xB5\\x2F\\xFD|[\\x50-\\x5F]\\x2A\\x4D\\x18");

    private static final int MOST_MAGIC = 4;

    private InputFile() {}

    /** The name of the file in messages. */
    public static String title(String name) {
        return name.equals(STANDARD) ? "standard input" : name;
    }

    /** The reason of an error of the file system. The error's own message is often only the name of the file. */
    public static String reason(Exception e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof FileSystemException error && error.getReason() != null) {
            return error.getReason();
        }
        return e instanceof IOException unreadable
                ? InputFormatException.reason(unreadable)
                : String.valueOf(e.getMessage());
    }

    /**
     * Opens the file.
     *
     * @throws FileException if the file cannot be opened
     */
    public static InputStream open(String name, InputStream standardInput) {
        return open(name, standardInput, in -> in);
    }

    private static InputStream open(String name, InputStream standardInput, UnaryOperator<InputStream> counted) {
        InputStream in = null;
        boolean open = false;
        try {
            in = counted.apply(name.equals(STANDARD) ? standardInput : file(name));
            InputStream unpacked = unpacked(new BufferedInputStream(in, 1 << 16));
            open = true;
            return unpacked;
        } catch (NoSuchFileException e) {
            throw new FileException(name, "no such file", e);
        } catch (IOException | InvalidPathException e) {
            throw new FileException(title(name), "cannot be read: " + reason(e), e);
        } finally {
            if (!open) {
                closeQuietly(in);
            }
        }
    }

    /** Reads an input to its end. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(InputStream in) throws IOException;
    }

    /**
     * Opens a file and reads it.
     *
     * @throws FileException if the file cannot be opened or read, or is malformed
     */
    public static <T> T read(String name, InputStream standardInput, Reading<T> reading) {
        return read(name, standardInput, in -> in, reading);
    }

    /** As the other, with the stream of the stored bytes, before they are unpacked, in the hands of somebody else. */
    public static <T> T read(
            String name, InputStream standardInput, UnaryOperator<InputStream> counted, Reading<T> reading) {
        try (InputStream in = open(name, standardInput, counted)) {
            return reading.read(in);
        } catch (MalformedJellyException
                | MalformedPatchException
                | MalformedDocumentException
                | MalformedInputException e) {
            throw new FileException(title(name), String.valueOf(e.getMessage()), e);
        } catch (CharacterCodingException e) {
            throw new FileException(title(name), "not UTF-8", e);
        } catch (IOException e) {
            throw new FileException(title(name), "cannot be read: " + reason(e), e);
        } catch (OutOfMemoryError e) {
            throw new FileException(title(name), OUT_OF_MEMORY, e);
        }
    }

    private static InputStream file(String name) throws IOException {
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            throw new FileException(name, "is a directory");
        }
        // The other stream asks for its place, which a pipe has not.
        return Files.exists(path) && !Files.isRegularFile(path)
                ? new FileInputStream(path.toFile())
                : Files.newInputStream(path);
    }

    private static void closeQuietly(@Nullable InputStream in) {
        try {
            if (in != null) {
                in.close();
            }
        } catch (IOException e) {
            // Ignored: the user sees the failure that led here.
        }
    }

    private static InputStream unpacked(BufferedInputStream in) throws IOException {
        in.mark(MOST_MAGIC);
        String begin = new String(in.readNBytes(MOST_MAGIC), StandardCharsets.ISO_8859_1);
        in.reset();
        if (begin.startsWith(GZIP)) {
            return GzipCompressorInputStream.builder()
                    .setInputStream(in)
                    .setDecompressConcatenated(true)
                    .get();
        }
        if (begin.startsWith(BZIP2)) {
            return new BufferedInputStream(new BZip2CompressorInputStream(in, true), 1 << 16);
        }
        return ZSTANDARD.matcher(begin).matches()
                ? new BufferedInputStream(new ZstdCompressorInputStream(new ZstdFrames(in)), 1 << 16)
                : in;
    }
}
