package dev.velella.view;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.fixture.SharedFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;

/** The files of a suite of the W3C, each under its name in the archive. */
public final class W3cArchive {
    /** What the names of files are relative to. */
    public static final String BASE = "https://w3c.example/";

    private final Map<String, byte[]> files = new TreeMap<>();

    public W3cArchive(String archive) {
        Path path = SharedFolder.require("conformance/w3c/" + archive);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(path)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isFile()) {
                    files.put(entry.getName().replaceFirst("^\\./", ""), tar.readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Iterable<String> names() {
        return files.keySet();
    }

    public String text(String iri) {
        return new String(bytes(iri), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String iri) {
        return Objects.requireNonNull(files.get(iri.replace(BASE, "")), iri);
    }

    /** The statements of a file, with the file's address as base. */
    public Model model(String iri) {
        Model model = new LinkedHashModel();
        DocumentFormat format = iri.endsWith(".rdf")
                ? DocumentFormat.RDF_XML
                : iri.endsWith(".nt") ? DocumentFormat.N_TRIPLES : DocumentFormat.TURTLE;
        try {
            new RdfTextReader(format, iri.startsWith(BASE) ? iri : BASE + iri, ReadingLimits.OF_FILES)
                    .read(new ByteArrayInputStream(bytes(iri)), new StatementCollector(model));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return model;
    }
}
