package dev.velella.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.velella.bench.data.Terms;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Scale;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every contender reads what it wrote, and the benchmarks run. No test here asks how fast anything is. */
class CodecBenchmarksTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Figures figures = new Figures(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void everyContenderReadsWhatItWrote() {
        assertThatCode(() -> new Verification(20).run()).doesNotThrowAnyException();
    }

    @Test
    void aGraphWithAnotherContextIsNotWhatWasWritten() {
        RdfGraph written = Workload.WEATHER.elements(1).get(0);
        RdfGraph triples = Workload.WEATHER.graphs(1).get(0);
        assertThat(Verification.same(written, written.statements(), false)).isTrue();
        assertThat(Verification.same(triples, triples.statements(), true)).isTrue();
        RdfGraph moved = RdfGraph.of(written.statements().stream()
                .map(st -> Terms.VALUES.createStatement(st.getSubject(), st.getPredicate(), st.getObject()))
                .toList());
        assertThat(Verification.same(written, moved.statements(), false)).isFalse();
        assertThat(Verification.same(written, moved.statements(), true)).isFalse();
    }

    @Test
    void everyScenarioGivesATimeAndARatioToEveryPeer() {
        InterleavedForks forks = new InterleavedForks(Scale.SMOKE, folder.resolve("jmh.log"), NOWHERE);
        assertThat(CodecScenarios.all(Scale.SMOKE)).isNotEmpty().allSatisfy(scenario -> {
            Comparison comparison = forks.measure(scenario);
            figures.add(comparison);
            for (Comparison.Entry own : comparison.own()) {
                for (Comparison.Entry peer : comparison.peers()) {
                    String ratio = "ratio/" + scenario.name() + "/" + own.label() + "/" + peer.label();
                    assertThat(figures.get(ratio)).isPresent();
                }
            }
        });
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).allMatch(line -> line.matches("\\S+ \\S+ \\S+"));
    }

    @Test
    void sizesAreOfAllStreamsAndNotAboveThePeers() throws IOException {
        new Sizes(60, figures).run();
        for (Workload workload : Workload.values()) {
            assertThat(figures.get("size-ratio/" + workload.label() + "-stateful/velella/jelly-jvm")
                            .orElseThrow())
                    .isLessThan(1.005);
        }
    }
}
