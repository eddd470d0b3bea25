package dev.velella.tests.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One document of a file of {@code deploy/kubernetes}.
 *
 * @param file its name
 * @param document as it was read
 */
record Manifest(String file, ObjectNode document) {
    private static final Path FOLDER = Path.of("..", "deploy", "kubernetes");
    private static final ObjectReader YAML = new YAMLMapper().readerFor(ObjectNode.class);

    /** All documents of the folder. */
    static List<Manifest> all() {
        List<Manifest> manifests = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                try (MappingIterator<ObjectNode> documents = YAML.readValues(file.toFile())) {
                    documents.forEachRemaining(document ->
                            manifests.add(new Manifest(file.getFileName().toString(), document)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return manifests;
    }

    /** All documents of a kind. */
    static List<Manifest> ofKind(String kind) {
        return all().stream().filter(each -> each.kind().equals(kind)).toList();
    }

    /** The only document of a kind with that name in a file. */
    static Manifest of(String file, String kind, String name) {
        return all().stream()
                .filter(each -> each.file.equals(file)
                        && each.kind().equals(kind)
                        && each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name + " in " + file));
    }

    String kind() {
        return document.path("kind").asText();
    }

    String name() {
        return document.path("metadata").path("name").asText();
    }

    JsonNode spec() {
        return document.path("spec");
    }

    /** The options of a worker or connector. */
    Map<String, String> config() {
        Map<String, String> config = new TreeMap<>();
        spec().path("config")
                .properties()
                .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
        return config;
    }

    @Override
    public String toString() {
        return file + ": " + kind() + " " + name();
    }
}
