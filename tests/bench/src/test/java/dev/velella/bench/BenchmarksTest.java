package dev.velella.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmarks run and their arithmetic is right; nothing here asks how fast anything is. */
class BenchmarksTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Figures figures = new Figures(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void everyContenderReadsWhatItWrote() {
        assertThatCode(() -> new Verification(20).run()).doesNotThrowAnyException();
    }

    @Test
    void everyScenarioGivesATimeAndARatioToEveryPeer() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        InterleavedForks forks = new InterleavedForks(Scale.SMOKE, folder.resolve("jmh.log"), nowhere);
        assertThat(Scenario.all(Scale.SMOKE)).isNotEmpty().allSatisfy(scenario -> {
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
    void aRecordIsAsOldAsItWasWhenItWasFirstSeen() {
        StoreProgress seen = new StoreProgress();
        seen.see(100, 0, 0);
        seen.see(104, 2, 0);
        seen.see(110, 3, 3);
        Map<Long, Long> records = Map.of(0L, 90L, 1L, 95L, 2L, 101L);
        assertThat(seen.agesWhenApplied(records)).containsExactly(9, 9, 14);
        assertThat(seen.agesWhenDurable(records)).containsExactly(9, 15, 20);
        assertThat(StoreProgress.percentile(new long[] {9, 15, 20}, 0.5)).isEqualTo(15);
        assertThat(StoreProgress.percentile(new long[] {9, 15, 20}, 0.99)).isEqualTo(20);
        assertThatThrownBy(() -> seen.agesWhenApplied(Map.of(3L, 1L))).isInstanceOf(BenchmarkException.class);
    }

    @Test
    void ratiosAreTakenRoundByRound() {
        double[] none = new double[0];
        Comparison.Entry ours = new Comparison.Entry("velella", new double[] {10, 100, 10}, none, none);
        Comparison.Entry peer = new Comparison.Entry("peer", new double[] {20, 300, 40}, none, none);
        assertThat(Comparison.ratio(ours, peer)).isEqualTo(new Comparison.Ratio(3, 2, 4));
    }

    @Test
    void sizesAreOfAllStreamsAndAKeyFrameEveryTimeIsASelfContainedStream() throws IOException {
        new Sizes(60, figures).run();
        for (Workload workload : Workload.values()) {
            assertThat(figures.get("key-frames/" + workload.label() + "-graphs/1")
                            .orElseThrow())
                    .isCloseTo(
                            figures.get("size/" + workload.label() + "-big/velella")
                                    .orElseThrow(),
                            within(0.5));
            assertThat(figures.get("size-ratio/" + workload.label() + "-stateful/velella/jelly-jvm")
                            .orElseThrow())
                    .isLessThan(1.005);
        }
    }

    @Test
    void aStoreInProcessGivesRatiosToItsPeers() throws IOException {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        new SinkSuite(SinkScale.SMOKE, false, Path.of("..", "servers"), figures, nowhere).run(List.of("lmdb"));
        assertThat(figures.get("ratio/lmdb-2000/bulk")).isPresent();
        assertThat(figures.get("ratio/lmdb-2000/one-per-patch")).isPresent();
        MarkdownTables tables = new MarkdownTables();
        new SinkReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("| lmdb, 2000 |");
    }
}
