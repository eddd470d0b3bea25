package dev.velella.bench.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.kafka.KafkaScale;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.process.BenchmarkBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that batches of records are counted in a broker. */
class BatchSizesTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final Figures figures = new Figures(NOWHERE);

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
        MarkdownTables tables = new MarkdownTables();
        new BatchReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines()))
                .contains("| dictionary-dense |", "mixed-patches", "| own-names |");
    }
}
