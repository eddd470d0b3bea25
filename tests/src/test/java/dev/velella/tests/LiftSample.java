package dev.velella.tests;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.jspecify.annotations.Nullable;

/**
 * A sample of a topic that the diff app lifts, a folder in {@code deploy/samples/lift}, or an example: the properties of the app with its
 * templates, a file {@code TOPIC.jsonl} for each input topic, and what the store has in the end.
 */
record LiftSample(Path folder) {
    private static final Path ALL = Path.of("..", "deploy", "samples", "lift");
    private static final Path EXAMPLES = Path.of("..", "examples");

    /** A record of a topic: a line with key, tab and value; no value is a null value. */
    record Line(String key, @Nullable String value) {
        byte[] keyBytes() {
            return key.getBytes(StandardCharsets.UTF_8);
        }

        byte @Nullable [] valueBytes() {
            return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** All samples, in the order of their names. */
    static List<LiftSample> all() throws IOException {
        try (Stream<Path> folders = Files.list(ALL)) {
            return Stream.concat(folders, Stream.of(EXAMPLES.resolve("debezium")))
                    .sorted()
                    .map(LiftSample::new)
                    .toList();
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    /** The properties as they are in the file. */
    Properties given() throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("diff-app.properties"))) {
            properties.load(reader);
        }
        return properties;
    }

    /** The properties for a run in the folder of this module, where the samples are not in {@code etc}. */
    Map<String, String> properties() throws IOException {
        Map<String, String> properties = new HashMap<>();
        given().forEach((option, value) -> properties.put(
                option.toString(),
                value.toString().replace("etc/lift", ALL.toString()).replace("/examples", EXAMPLES.toString())));
        return properties;
    }

    String outputTopic() throws IOException {
        return given().getProperty("velella.output.topic");
    }

    /** The records of each input topic. */
    Map<String, List<Line>> records() throws IOException {
        Map<String, List<Line>> records = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                List<Line> lines = new ArrayList<>();
                for (String line : Files.readAllLines(file)) {
                    int tab = line.indexOf('\t');
                    String value = line.substring(tab + 1);
                    lines.add(new Line(line.substring(0, tab), value.isEmpty() ? null : value));
                }
                records.put(file.getFileName().toString().replace(".jsonl", ""), lines);
            }
        }
        return records;
    }

    /** What the store has in the end. */
    Model expected() throws IOException {
        try (Reader reader = Files.newBufferedReader(folder.resolve("expected.trig"))) {
            return Rio.parse(reader, RDFFormat.TRIG);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
