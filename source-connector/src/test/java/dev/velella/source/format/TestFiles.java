package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes files of elements, and reads them back whole. */
public final class TestFiles {
    private TestFiles() {}

    /** An archive with these entries, in the order of the map; a name that ends in a slash is a directory. */
    public static byte[] tar(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : entries.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static byte[] gzip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static Path write(Path file, byte[] content) {
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<RdfGraph> readAll(Path file) {
        return readAll(file, ElementLimits.DEFAULT);
    }

    public static List<RdfGraph> readAll(Path file, ElementLimits limits) {
        List<RdfGraph> elements = new ArrayList<>();
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, limits)) {
            for (RdfGraph element = reader.next(); element != null; element = reader.next()) {
                elements.add(element);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return elements;
    }
}
