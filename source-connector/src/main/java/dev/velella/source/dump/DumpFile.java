package dev.velella.source.dump;

import dev.velella.document.budget.CountedInputStream;
import dev.velella.document.budget.ZstdFrames;
import dev.velella.document.format.DocumentFormat;
import dev.velella.source.format.ElementFile;
import dev.velella.source.format.InputFormatException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.jspecify.annotations.Nullable;

/**
 * A file of statements in one format, whose name tells format and compression. Immutable.
 *
 * @param path the file
 * @param format its text format; null for Jelly
 * @param compression its compression, as the library names it; null for none
 */
record DumpFile(Path path, @Nullable DocumentFormat format, @Nullable String compression) {
    private static final int BUFFER = 1 << 16;
    private static final Pattern NAME =
            Pattern.compile("(.*)\\.(nt|nq|ttl|trig|rdf|jelly)(?:\\.(gz|zst|bz2))?", Pattern.CASE_INSENSITIVE);

    /**
     * A file by its name.
     *
     * @throws InputFormatException if the end of its name is not known, or it is not readable
     */
    static DumpFile of(Path path) {
        Matcher name = name(path);
        if (!name.matches()) {
            throw new InputFormatException(
                    path,
                    "",
                    "unknown format; names of dumps end in .nt, .nq, .ttl, .trig, .rdf or .jelly, each also with .gz,"
                            + " .zst or .bz2");
        }
        ElementFile.checkReadable(path);
        return new DumpFile(path, format(name.group(2)), compression(name.group(3)));
    }

    /** Whether this is the name of a dump. */
    static boolean isKnown(Path path) {
        return name(path).matches();
    }

    private static Matcher name(Path path) {
        return NAME.matcher(String.valueOf(path.getFileName()));
    }

    private static @Nullable DocumentFormat format(String end) {
        return switch (end.toLowerCase(Locale.ROOT)) {
            case "nt" -> DocumentFormat.N_TRIPLES;
            case "nq" -> DocumentFormat.N_QUADS;
            case "ttl" -> DocumentFormat.TURTLE;
            case "trig" -> DocumentFormat.TRIG;
            case "rdf" -> DocumentFormat.RDF_XML;
            default -> null;
        };
    }

    private static @Nullable String compression(@Nullable String end) {
        return switch (end == null ? "" : end.toLowerCase(Locale.ROOT)) {
            case "gz" -> CompressorStreamFactory.GZIP;
            case "zst" -> CompressorStreamFactory.ZSTANDARD;
            case "bz2" -> CompressorStreamFactory.BZIP2;
            default -> null;
        };
    }

    /** The file's name without the ends that tell its format and compression. */
    String baseName() {
        Matcher name = name(path);
        return name.matches() ? name.group(1) : String.valueOf(path.getFileName());
    }

    /** The text format, if it is one of lines, in which reading can begin at any line. */
    Optional<DocumentFormat> lines() {
        return format == DocumentFormat.N_TRIPLES || format == DocumentFormat.N_QUADS
                ? Optional.of(format)
                : Optional.empty();
    }

    /** Opens the decompressed bytes; the bytes of all members of the file, one after the other. */
    InputStream open(Progress progress) throws IOException {
        InputStream in = new BufferedInputStream(progress.of(Files.newInputStream(path)), BUFFER);
        try {
            if (compression == null) {
                return in;
            }
            InputStream packed = compression.equals(CompressorStreamFactory.ZSTANDARD) ? new ZstdFrames(in) : in;
            return new BufferedInputStream(
                    new CompressorStreamFactory(true).createCompressorInputStream(compression, packed), BUFFER);
        } catch (CompressorException e) {
            in.close();
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
        }
    }

    /** The number of bytes of the file that were read, compressed. Not thread-safe. */
    static final class Progress {
        private long bytes;

        long bytes() {
            return bytes;
        }

        private InputStream of(InputStream in) {
            return new CountedInputStream(in) {
                @Override
                protected void count(long n) {
                    bytes += n;
                }
            };
        }
    }
}
