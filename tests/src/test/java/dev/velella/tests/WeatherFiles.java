package dev.velella.tests;

import dev.velella.document.format.DocumentFormat;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Stream files of the simulated station in the forms of the public data sets, and the patches that they must give. */
public final class WeatherFiles {
    private final Path directory;
    private final List<SimulatedElement> elements;

    public WeatherFiles(Path directory, int count, int stations) {
        this.directory = directory;
        elements = Weather.elements(count, stations);
    }

    public Path write(String form) throws IOException {
        Path file = directory.resolve("weather." + form);
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            switch (form) {
                case "tar.gz" -> writeTar(gzip);
                case "nq.gz" -> {
                    for (SimulatedElement element : elements) {
                        gzip.write(nquads(element.graph()));
                    }
                }
                case "trig.gz" -> writeLog(gzip);
                case "jelly.gz" -> writeJelly(gzip);
                default -> throw new IllegalArgumentException(form);
            }
        }
        return file;
    }

    private void writeTar(OutputStream out) throws IOException {
        writeTar(
                out,
                "nq",
                elements.stream().map(element -> nquads(element.graph())).toList());
    }

    /** Writes a compressed archive with a document an element. */
    public static void archive(Path file, String extension, List<String> documents) throws IOException {
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            writeTar(
                    gzip,
                    extension,
                    documents.stream()
                            .map(text -> text.getBytes(StandardCharsets.UTF_8))
                            .toList());
        }
    }

    private static void writeTar(OutputStream out, String extension, List<byte[]> documents) throws IOException {
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
        for (int i = 0; i < documents.size(); i++) {
            TarArchiveEntry entry = new TarArchiveEntry(String.format("%010d.%s", i, extension));
            entry.setSize(documents.get(i).length);
            tar.putArchiveEntry(entry);
            tar.write(documents.get(i));
            tar.closeArchiveEntry();
        }
        tar.finish();
    }

    /** A log of RDF Messages. */
    private void writeLog(OutputStream out) throws IOException {
        GraphTarget log = TextTargets.open(DocumentFormat.TRIG, out);
        log.messages();
        for (SimulatedElement element : elements) {
            for (Statement statement : element.graph().statements()) {
                log.statement(statement);
            }
            log.endMessage();
        }
        log.end();
    }

    /** By the reference implementation, one frame an element. */
    private void writeJelly(OutputStream out) throws IOException {
        JellyPeer.writeDelimited(
                out, elements.stream().map(SimulatedElement::graph).toList());
    }

    private static byte[] nquads(RdfGraph graph) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RDFWriter writer = Rio.createWriter(RDFFormat.NQUADS, bytes);
        try {
            writer.startRDF();
            graph.statements().forEach(writer::handleStatement);
            writer.endRDF();
        } catch (RDFHandlerException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** Adds and deletes of each patch, by stream: the difference of consecutive graphs' content, graph name aside. */
    Map<String, List<Set<String>>> expectedPatches() {
        Map<String, Set<String>> before = new HashMap<>();
        Map<String, List<Set<String>>> patches = new TreeMap<>();
        for (SimulatedElement element : elements) {
            String stream = streamOf(element);
            Set<String> now = new HashSet<>();
            for (Statement statement : element.graph().statements()) {
                if (statement.getContext() != null) {
                    now.add(triple(statement));
                }
            }
            Set<String> old = before.getOrDefault(stream, Set.of());
            Set<String> patch = new HashSet<>();
            old.stream().filter(line -> !now.contains(line)).forEach(line -> patch.add("D " + line));
            now.stream().filter(line -> !old.contains(line)).forEach(line -> patch.add("A " + line));
            if (!patch.isEmpty()) {
                patches.computeIfAbsent(stream, key -> new ArrayList<>()).add(patch);
            }
            before.put(stream, now);
        }
        return patches;
    }

    /** The same of an RDF Patch text file, whose statements end with the graph of their stream. */
    Map<String, List<Set<String>>> patchesByStream(Path file) throws IOException {
        Map<String, List<Set<String>>> patches = new TreeMap<>();
        Set<String> patch = new HashSet<>();
        String stream = "";
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.startsWith("TX")) {
                patch = new HashSet<>();
            } else if (line.startsWith("TC")) {
                patches.computeIfAbsent(stream, key -> new ArrayList<>()).add(patch);
            } else {
                int graph = line.lastIndexOf(" <");
                stream = line.substring(graph + 2, line.length() - " .".length() - 1);
                patch.add(line.substring(0, graph));
            }
        }
        return patches;
    }

    private static String streamOf(SimulatedElement element) {
        for (Statement statement : element.graph().statements()) {
            if (statement.getContext() != null) {
                String name = statement.getContext().stringValue();
                return name.substring(0, name.lastIndexOf('/'));
            }
        }
        throw new IllegalStateException("no named graph");
    }

    private static String triple(Statement statement) {
        return NTriplesUtil.toNTriplesString(statement.getSubject()) + " "
                + NTriplesUtil.toNTriplesString(statement.getPredicate()) + " "
                + NTriplesUtil.toNTriplesString(statement.getObject());
    }
}
