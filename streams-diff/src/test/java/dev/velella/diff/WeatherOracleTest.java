package dev.velella.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares patches with those that the generator of the weather streams expects, without their graph. The generator is
 * an independent implementation of the rolling diff.
 */
class WeatherOracleTest {
    /** Statements deleted and added. */
    private record Change(Set<Statement> deletes, Set<Statement> adds) {
        boolean isEmpty() {
            return deletes.isEmpty() && adds.isEmpty();
        }
    }

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
        List<WeatherGenerator.Element> elements = WeatherGenerator.elements(arguments);
        List<Change> expected = changes(WeatherGenerator.patches(arguments));
        assertThat(expected).hasSameSizeAs(elements);

        Map<String, List<Change>> wanted = new HashMap<>();
        Map<String, List<Change>> found = new HashMap<>();
        // The generator compares labels.
        String blankNodes = arguments.contains("--bnodes") ? "keep" : "match";
        try (DiffPipe pipe = new DiffPipe(
                "velella.temporal.statement", "drop", "velella.late", "keep", "velella.blank.nodes", blankNodes)) {
            for (int i = 0; i < elements.size(); i++) {
                WeatherGenerator.Element element = elements.get(i);
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

    private static List<Change> changes(List<String> patches) {
        return patches.stream()
                .map(patch -> new Change(rows(patch, "D "), rows(patch, "A ")))
                .toList();
    }

    private static Set<Statement> rows(String patch, String operation) {
        return Set.copyOf(Rdf.nquads(WeatherGenerator.rows(patch, operation)));
    }
}
