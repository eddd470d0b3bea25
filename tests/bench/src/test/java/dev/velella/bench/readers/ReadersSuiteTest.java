package dev.velella.bench.readers;

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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Tests that the suite runs and knows a whole state from a torn one. No test here asks how fast anything is. */
class ReadersSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @Test
    void everyStoreInProcessGivesRatiosAndAnswersOfWholeStatesOnly() throws IOException {
        Figures figures = new Figures(NOWHERE);
        new ReadersSuite(ReadersScale.SMOKE, Path.of("..", "servers"), figures, NOWHERE).run(SinkSuite.embedded());
        for (String kind : SinkSuite.embedded()) {
            assertThat(figures.get("ratio/" + kind + "/point/p99")).isPresent();
            assertThat(figures.get("ratio/" + kind + "/join/p99")).isPresent();
            assertThat(figures.get("written/" + kind).orElseThrow()).isPositive();
            assertThat(figures.get("torn/" + kind)).hasValue(0);
            assertThat(figures.get("refused/" + kind)).hasValue(0);
        }
        MarkdownTables tables = new MarkdownTables();
        new ReadersReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines()))
                .contains("| lmdb | join |")
                .doesNotContain("| http");
    }

    @Test
    void eachPatchLeadsFromOneReadingToAnother() {
        StationCycle cycle = new StationCycle(2 * StationCycle.STATEMENTS);
        Map<String, Set<Statement>> graphs = new HashMap<>();
        cycle.first().forEach(patch -> graphs.put(patch.key(), new HashSet<>(patch.adds())));
        assertThat(graphs).hasSize(2);
        Set<String> readings = new HashSet<>();
        for (Numbered patch : cycle.next(8 * StationCycle.STATES)) {
            Set<Statement> graph = graphs.get(patch.key());
            assertThat(graph).containsAll(patch.deletes());
            assertThat(patch.adds()).noneMatch(graph::contains);
            patch.deletes().forEach(graph::remove);
            graph.addAll(patch.adds());
            assertThat(GraphHash.ofSet(graph)).isEqualTo(patch.position().hash());
            assertThat(StreamQuery.POINT.isWhole(csv(graph))).isTrue();
            readings.add(csv(graph));
        }
        assertThat(readings).hasSize(2 * StationCycle.STATES);
    }

    @Test
    void anAnswerBetweenTwoPatchesIsNotWhole() {
        StationCycle cycle = new StationCycle(StationCycle.STATEMENTS);
        Set<Statement> graph = new HashSet<>(cycle.first().get(0).adds());
        Numbered patch = cycle.next(1).get(0);
        graph.addAll(patch.adds());
        assertThat(StreamQuery.POINT.isWhole(csv(graph))).isFalse(); // adds only
        patch.deletes().stream().skip(1).forEach(graph::remove);
        assertThat(StreamQuery.POINT.isWhole(csv(graph))).isFalse(); // all but one delete
        graph.remove(patch.adds().get(1));
        assertThat(StreamQuery.POINT.isWhole(csv(graph))).isFalse(); // all rows, but two times
        assertThat(StreamQuery.JOIN.isWhole("observation,time,value\n")).isFalse();
    }

    private static String csv(Set<Statement> graph) {
        return graph.stream()
                .map(statement -> statement.getSubject() + "," + statement.getPredicate() + ","
                        + statement.getObject().stringValue())
                .sorted()
                .collect(Collectors.joining("\r\n", "s,p,o\r\n", "\r\n"));
    }
}
