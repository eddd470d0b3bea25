package dev.velella.bench.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that records of every format go through a broker. No test here asks how fast anything is. */
class KafkaSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Figures figures = new Figures(new PrintStream(printed, true, StandardCharsets.UTF_8));

    @Test
    void everyFormatGoesThroughABrokerUnchangedAndGivesBytesAndOursARate() throws IOException {
        String stream = "weather-patches";
        new KafkaSuite(KafkaScale.SMOKE, folder.resolve("broker.log"), figures, NOWHERE).run(List.of(stream));
        for (RecordVariant variant : RecordVariant.of(RecordFormat.VELELLA, StreamKind.PATCHES)) {
            assertThat(figures.get("rate/" + stream + "-zstd/" + variant.label()))
                    .isPresent();
        }
        for (RecordVariant variant : RecordVariant.inBytes(StreamKind.PATCHES)) {
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
        MarkdownTables tables = new MarkdownTables();
        new KafkaReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("velella-100-given");
    }
}
