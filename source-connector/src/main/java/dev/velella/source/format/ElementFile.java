package dev.velella.source.format;

import dev.velella.document.MessageReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files of RDF elements, told apart by the end of their names:
 *
 * <ul>
 *   <li>{@code .tar}, {@code .tar.gz}, {@code .tgz}: an archive with one document ({@code .ttl}, {@code .trig},
 *       {@code .nt}, {@code .nq}, {@code .jelly}) for each element, in the order of the archive
 *   <li>{@code .nq}, {@code .nt}, {@code .ttl}, {@code .trig} that announce RDF Messages, and {@code .ndjsonld}: a log; each
 *       message is an element
 *   <li>other {@code .nq}, {@code .nt}: lines, divided as {@link FlatElements} describes
 *   <li>other {@code .ttl}, {@code .trig}: one element
 *   <li>{@code .jelly}: Jelly frames; each frame is an element
 *   <li>{@code .rdfp}: RDF Patch text, {@code .trp}: RDF Patch as Thrift, {@code .jellyp}: Jelly-Patch; these files hold patches, see {@link #openPatches}
 * </ul>
 *
 * <p>All names except the names of archives may end in a further {@code .gz}. Documents have no base IRI: a relative
 * IRI is an error unless the document declares a base. Labels of blank nodes are kept.
 */
public final class ElementFile {
    private static final int BUFFER = 1 << 16;

    private ElementFile() {}

    /**
     * Opens a file.
     *
     * @throws InputFormatException if the file is missing or not readable, or the end of its name is not known
     */
    public static ElementReader<RdfGraph> open(Path file, ElementLimits limits) {
        return open(file, limits, FlatElements.AUTO);
    }

    /**
     * Opens a file.
     *
     * @param flat rule that divides a file of lines into elements
     * @throws InputFormatException as {@link #open(Path, ElementLimits)}
     */
    public static ElementReader<RdfGraph> open(Path file, ElementLimits limits, FlatElements flat) {
        check(file);
        try {
            return new ElementReader<>(file, container(file, limits, flat));
        } catch (IOException e) {
            throw new InputFormatException(file, "", InputFormatException.reason(e), e);
        }
    }

    /** Whether this is a file of patches; the end of the name decides. */
    public static boolean holdsPatches(Path file) {
        return uncompressedName(file).matches(".*\\.(rdfp|trp|jellyp)");
    }

    /**
     * Opens a file of patches.
     *
     * @param limits limits of the rows and bytes of a patch
     * @throws InputFormatException as {@link #open}
     */
    public static ElementReader<RdfPatch> openPatches(Path file, ElementLimits limits) {
        check(file);
        try {
            InputStream in = decompressed(file);
            return new ElementReader<>(file, patches(uncompressedName(file), in, limits));
        } catch (IOException e) {
            throw new InputFormatException(file, "", InputFormatException.reason(e), e);
        }
    }

    private static ElementContainer<RdfPatch> patches(String name, InputStream in, ElementLimits limits) {
        if (name.endsWith(".rdfp")) {
            return new PatchTextContainer(in, limits);
        }
        return name.endsWith(".trp") ? new PatchThriftContainer(in, limits) : new JellyPatchContainer(in, limits);
    }

    /**
     * Reads a file to its end and parses its first element, so that a file that is missing, truncated, empty or not RDF
     * is found before anything is done with it. Later elements are not parsed, except in Jelly files.
     *
     * @throws InputFormatException if the file is not a readable file of elements
     */
    public static void verify(Path file) {
        try (ElementReader<?> reader =
                holdsPatches(file) ? openPatches(file, ElementLimits.DEFAULT) : open(file, ElementLimits.DEFAULT)) {
            reader.next();
            reader.drain();
        } catch (IOException e) {
            throw new InputFormatException(file, "", InputFormatException.reason(e), e);
        }
    }

    /**
     * Checks the name, and that a readable file exists. Does not read the file.
     *
     * @throws InputFormatException if the file cannot be opened
     */
    public static void check(Path file) {
        if (!isKnown(file)) {
            throw new InputFormatException(
                    file,
                    "",
                    "unknown format; names of known ones end in .tar.gz, .tgz, .tar, .nq, .nt, .jelly, .ttl,"
                            + " .trig, .ndjsonld, .rdfp, .trp or .jellyp, the last nine also with .gz");
        }
        checkReadable(file);
    }

    /**
     * Checks that a readable file exists.
     *
     * @throws InputFormatException if there is none
     */
    public static void checkReadable(Path file) {
        if (!Files.exists(file)) {
            throw new InputFormatException(file, "", "no such file");
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new InputFormatException(file, "", "is not a readable file");
        }
    }

    /** Whether the format is known; the end of the name decides. */
    public static boolean isKnown(Path file) {
        return uncompressedName(file).matches(".*\\.(tar|nq|nt|jelly|ttl|trig|ndjsonld|rdfp|trp|jellyp)");
    }

    /** The file's name without the end that tells its format, for example {@code weather} of {@code weather.tar.gz}. */
    public static String baseName(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.replaceFirst("(?i)(\\.(tar|nq|nt|jelly|ttl|trig|ndjsonld|rdfp|trp|jellyp))?(\\.gz|\\.tgz)?$", "");
    }

    private static ElementContainer<RdfGraph> container(Path file, ElementLimits limits, FlatElements flat)
            throws IOException {
        InputStream in = decompressed(file);
        try {
            return container(uncompressedName(file), in, limits, flat);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream decompressed(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            return isCompressed(file) ? gunzip(in) : in;
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static ElementContainer<RdfGraph> container(
            String name, InputStream in, ElementLimits limits, FlatElements flat) throws IOException {
        if (name.endsWith(".tar")) {
            return new TarContainer(in, limits);
        }
        if (name.endsWith(".ndjsonld")) {
            return new LogContainer(DocumentFormat.JSON_LD, in, limits);
        }
        DocumentFormat text = text(name);
        if (text != null) {
            InputStream again = new BufferedInputStream(in, BUFFER);
            return isLog(again, flat)
                    ? new LogContainer(text, again, limits)
                    : isLines(text)
                            ? flat(again, limits, flat, text == DocumentFormat.N_TRIPLES)
                            : new DocumentContainer(name, again, limits);
        }
        if (name.endsWith(".rdfp") || name.endsWith(".trp") || name.endsWith(".jellyp")) {
            throw new IOException("holds patches, where graphs are read");
        }
        return new JellyContainer(in, limits);
    }

    private static @Nullable DocumentFormat text(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "ttl" -> DocumentFormat.TURTLE;
            case "trig" -> DocumentFormat.TRIG;
            case "nt" -> DocumentFormat.N_TRIPLES;
            case "nq" -> DocumentFormat.N_QUADS;
            default -> null;
        };
    }

    private static boolean isLines(DocumentFormat format) {
        return format == DocumentFormat.N_TRIPLES || format == DocumentFormat.N_QUADS;
    }

    /** Whether a text is a log. A log of an earlier form, whose delimiters are comments, is none here. */
    private static boolean isLog(InputStream in, FlatElements flat) throws IOException {
        return switch (flat) {
            case AUTO -> MessageReader.announcesMessages(in);
            case MESSAGES -> MessageReader.announcesMessages(in) || !FlatLines.hasCommentDelimiter(in);
            case GRAPHS -> false;
        };
    }

    private static ElementContainer<RdfGraph> flat(
            InputStream in, ElementLimits limits, FlatElements flat, boolean triples) throws IOException {
        FlatLines lines = new FlatLines(in, limits, triples);
        if (flat == FlatElements.MESSAGES || (flat == FlatElements.AUTO && lines.beginAsMessages())) {
            return new MessagesContainer(lines, limits);
        } else if (triples) {
            throw new IOException("N-Triples that do not announce messages (VERSION \"1.2-messages\", or"
                    + " file.elements=messages) do not mark where an element ends; use an archive with a file an element"
                    + " (.tar.gz), Jelly (.jelly.gz), or N-Quads with a named graph an element (.nq.gz)");
        }
        return new QuadsContainer(lines, limits, flat == FlatElements.GRAPHS);
    }

    /** The decompressed bytes of all gzip members of the file, one after the other. */
    private static InputStream gunzip(InputStream in) throws IOException {
        return GzipCompressorInputStream.builder()
                .setInputStream(in)
                .setDecompressConcatenated(true)
                .get();
    }

    private static boolean isCompressed(Path file) {
        String name = lowerCaseName(file);
        return name.endsWith(".gz") || name.endsWith(".tgz");
    }

    private static String uncompressedName(Path file) {
        return lowerCaseName(file).replaceFirst("\\.gz$", "").replaceFirst("\\.tgz$", ".tar");
    }

    private static String lowerCaseName(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    }
}
