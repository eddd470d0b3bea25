package dev.velella.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmarks of records run; nothing here asks how fast anything is. */
class RecordBenchmarksTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Figures figures = new Figures(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void everyFormatGoesThroughABrokerUnchangedAndGivesBytesAndARate() throws IOException {
        String stream = "weather-patches";
        new KafkaSuite(KafkaScale.SMOKE, folder.resolve("broker.log"), figures, NOWHERE).run(List.of(stream));
        for (RecordVariant variant : RecordVariant.of(StreamKind.PATCHES, RecordVariant.INTERVALS)) {
            assertThat(figures.get("rate/" + stream + "-zstd/" + variant.label()))
                    .isPresent();
        }
        for (RecordVariant variant : RecordVariant.inBytes(StreamKind.PATCHES, RecordVariant.INTERVALS)) {
            String name = stream + "/" + variant.label();
            assertThat(figures.get("log-none/" + name).orElseThrow())
                    .isGreaterThan(figures.get("record/" + name).orElseThrow());
        }
        assertThat(figures.get("value-ratio/" + stream + "/rdf-patch-text/velella-100")
                        .orElseThrow())
                .isGreaterThan(8.9);
        assertThat(figures.get("record-ratio/" + stream + "/rdf-patch-text/velella-100")
                        .orElseThrow())
                .isGreaterThan(8);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).allMatch(line -> line.matches("\\S+ \\S+ \\S+"));
        assertThat(tables(new KafkaReport(figures))).contains("velella-100-given");
    }

    @Test
    void everyLayerGivesATimeAndTheirOverheadIsAgainstTheCodec() throws IOException {
        Scale smoke = Scale.SMOKE;
        List<String> some = List.of("weather-patches-encode", "bsbm-patches-decode");
        assertThat(ConverterSuite.names()).containsAll(some);
        new ConverterSuite(smoke, folder.resolve("jmh.log"), figures, NOWHERE).run(some);
        for (String name : some) {
            assertThat(figures.get("overhead/" + name + "/converter")).isPresent();
            assertThat(figures.get("overhead/" + name + "/codec")).isEmpty();
        }
        assertThat(tables(new ConverterReport(figures))).contains("bsbm-patches-decode");
    }

    @Test
    void batchesAreCountedForEveryFormatAndRecordsOnDictionariesAreReadInAnyOrder() throws IOException {
        try (BenchmarkBroker broker =
                new BenchmarkBroker(folder.resolve("broker.log"), KafkaScale.SMOKE.brokerOptions())) {
            new BatchSizes(broker, 30, List.of(1, 20), List.of("zstd"), figures, NOWHERE)
                    .run(List.of(BatchShape.MIXED));
        }
        for (StreamKind kind : StreamKind.values()) {
            String stream = "mixed-" + kind.label();
            double parts = RecordFields.PARTS.stream()
                    .mapToDouble(
                            part -> figures.get("field/" + stream + "/" + part).orElse(0))
                    .sum();
            assertThat(parts)
                    .as("key, header and value")
                    .isBetween(
                            figures.get("batch-value/" + stream + "/dictionary").orElseThrow()
                                    + figures.get("batch-headers/" + stream + "/dictionary")
                                            .orElseThrow()
                                    + "site0/device0".length(),
                            figures.get("batch-value/" + stream + "/dictionary").orElseThrow()
                                    + figures.get("batch-headers/" + stream + "/dictionary")
                                            .orElseThrow()
                                    + "site0/device00".length());
            for (BatchFormat format : BatchFormat.values()) {
                double one = figures.get("batch/" + stream + "/" + format.label() + "/zstd/1")
                        .orElseThrow();
                assertThat(figures.get("batch/" + stream + "/" + format.label() + "/zstd/20")
                                .orElseThrow())
                        .isLessThan(one);
            }
        }
        assertThat(tables(new BatchReport(figures))).contains("| dictionary-dense |", "mixed-patches", "| own-names |");
    }

    @Test
    void messagesBecomeTheSameGraphsOnBothWays() throws IOException {
        SourceSuite suite = new SourceSuite(Scale.SMOKE, 2_000, folder.resolve("jmh.log"), figures, NOWHERE);
        suite.run(List.of(SourceSuite.TEMPLATE));
        assertThat(figures.get("rate/weather-template/velella")).isPresent();
        assertThat(tables(new SourceReport(figures))).contains("text-and-rio");
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

    private static String tables(Report report) {
        MarkdownTables tables = new MarkdownTables();
        report.addTo(tables);
        return String.join("\n", tables.lines());
    }
}
