package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares patches with those that the generator of the weather streams expects, without their graph. The generator is
 * an independent implementation of the rolling diff.
 */
class WeatherOracleTest {
    private static final Pattern STATION = Pattern.compile("^<[^>]*/graph/ws/([^/>]+)/");

    /** Statements deleted and added. */
    private record Change(Set<Statement> deletes, Set<Statement> adds) {
        boolean isEmpty() {
            return deletes.isEmpty() && adds.isEmpty();
        }
    }

    private record Element(String station, String nquads) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed 1 --elements 60",
                "--seed 7 --elements 90 --stations 3",
                "--seed 3 --elements 120 --stations 2 --dup-prob 0.2 --late-prob 0.2",
                "--seed 5 --elements 30 --style triples --gap-prob 0.1",
                "--seed 5 --elements 30 --bnodes"
            })
    void patchesAreThoseThatTheGeneratorExpects(String arguments) throws Exception {
        List<Element> elements = elements(generate(arguments + " --format nq"));
        List<Change> expected = changes(generate(arguments + " --format patch"));
        assertThat(expected).hasSameSizeAs(elements);

        Map<String, List<Change>> wanted = new HashMap<>();
        Map<String, List<Change>> found = new HashMap<>();
        // The generator compares labels.
        String blankNodes = arguments.contains("--bnodes") ? "keep" : "match";
        try (DiffPipe pipe = new DiffPipe(
                "velella.temporal.statement", "drop", "velella.late", "keep", "velella.blank.nodes", blankNodes)) {
            for (int i = 0; i < elements.size(); i++) {
                Element element = elements.get(i);
                pipe.send(element.station(), RdfGraph.of(Rdf.nquads(element.nquads())), DiffPipe.NOW);
                if (!expected.get(i).isEmpty()) {
                    wanted.computeIfAbsent(element.station(), s -> new ArrayList<>())
                            .add(expected.get(i));
                }
            }
            for (DiffPipe.Out out : pipe.readAll()) {
                found.computeIfAbsent(out.key(), s -> new ArrayList<>())
                        .add(new Change(triples(out.deletes()), triples(out.adds())));
            }
        }
        assertThat(found).isEqualTo(wanted).isNotEmpty();
    }

    private static Set<Statement> triples(List<Statement> quads) {
        Set<Statement> triples = new HashSet<>();
        for (Statement s : quads) {
            triples.add(Rdf.VALUES.createStatement(s.getSubject(), s.getPredicate(), s.getObject()));
        }
        return triples;
    }

    /** An element begins with the statement about its time, the only one in the default graph. */
    private static List<Element> elements(String nquads) {
        List<Element> elements = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String station = "";
        for (String line : nquads.lines().toList()) {
            Matcher matcher = STATION.matcher(line);
            if (matcher.find()) {
                if (!text.isEmpty()) {
                    elements.add(new Element(station, text.toString()));
                }
                station = matcher.group(1);
                text.setLength(0);
            }
            text.append(line).append('\n');
        }
        elements.add(new Element(station, text.toString()));
        return elements;
    }

    private static List<Change> changes(String patches) {
        List<Change> changes = new ArrayList<>();
        for (String patch : patches.split("TC \\.\n")) {
            changes.add(new Change(rows(patch, "D "), rows(patch, "A ")));
        }
        return changes;
    }

    private static Set<Statement> rows(String patch, String operation) {
        StringBuilder text = new StringBuilder();
        patch.lines().filter(line -> line.startsWith(operation)).forEach(line -> text.append(line.substring(2))
                .append('\n'));
        return Set.copyOf(Rdf.nquads(text.toString()));
    }

    private static String generate(String arguments) throws IOException, InterruptedException {
        Path script = Path.of(System.getProperty("velella.shared", ""), "data", "gen_weather.py");
        if (!Files.isRegularFile(script)) {
            missing("the generator of the weather streams is not at " + script);
        }
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        command.addAll(List.of(arguments.split(" ")));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            missing("python3 cannot be run: " + e.getMessage());
            throw e;
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of " + command).isZero();
        return out;
    }

    private static void missing(String what) {
        if (Boolean.getBoolean("velella.shared.required")) {
            throw new AssertionError(what);
        }
        abort(what);
    }
}
