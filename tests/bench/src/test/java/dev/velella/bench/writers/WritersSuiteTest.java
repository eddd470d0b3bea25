package dev.velella.bench.writers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.sink.SinkPatches.Numbered;
import dev.velella.bench.sink.SinkSuite;
import dev.velella.rdf.GraphHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Tests that the suite runs and its patches have the shapes that they should have. No test here asks how fast anything is. */
class WritersSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @Test
    void everyStoreInProcessGivesARateAtEveryPoint() throws IOException {
        Figures figures = new Figures(NOWHERE);
        new WritersSuite(WritersScale.SMOKE, Path.of("..", "servers"), figures, NOWHERE).run(SinkSuite.embedded());
        for (String kind : SinkSuite.embedded()) {
            for (Point point : Point.all(WritersScale.SMOKE, false)) {
                assertThat(figures.get("ratio/" + kind + "/" + point.name())).isPresent();
            }
        }
        MarkdownTables tables = new MarkdownTables();
        new WritersReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("| adds-25 |").doesNotContain("tasks-2");
    }

    @Test
    void patchesHaveTheShapeOfThePointAndAreUndone() {
        for (Point point : Point.all(WritersScale.SMOKE, true)) {
            RowStreams streams = new RowStreams("s", point.statements());
            Map<String, Set<Statement>> graphs = new HashMap<>();
            follow(graphs, streams.first());
            Map<String, Set<Statement>> before = new HashMap<>();
            graphs.forEach((key, graph) -> before.put(key, new HashSet<>(graph)));
            List<Numbered> patches = streams.next(point);
            int adds = patches.stream().mapToInt(patch -> patch.adds().size()).sum();
            int deletes =
                    patches.stream().mapToInt(patch -> patch.deletes().size()).sum();
            assertThat(adds + deletes).isEqualTo(point.rows());
            assertThat(adds).isEqualTo(point.rows() * point.adds() / 100);
            assertThat(patches.stream().map(Numbered::key).distinct().count() == 1)
                    .isEqualTo(point.hot() || point.rows() <= RowStreams.PATCH);
            follow(graphs, patches);
            assertThat(graphs).isNotEqualTo(before);
            follow(graphs, streams.back());
            assertThat(graphs).isEqualTo(before);
        }
    }

    private static void follow(Map<String, Set<Statement>> graphs, List<Numbered> patches) {
        for (Numbered patch : patches) {
            Set<Statement> graph = graphs.computeIfAbsent(patch.key(), key -> new HashSet<>());
            assertThat(graph).containsAll(patch.deletes());
            assertThat(patch.adds()).noneMatch(graph::contains);
            patch.deletes().forEach(graph::remove);
            graph.addAll(patch.adds());
            assertThat(GraphHash.ofSet(graph)).isEqualTo(patch.position().hash());
        }
    }
}
