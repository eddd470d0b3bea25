package dev.velella.bench.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the benchmark of stores in process runs. No test here asks how fast anything is. */
class SinkSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    private final Figures figures = new Figures(NOWHERE);

    @Test
    void aStoreInProcessGivesRatiosToItsPeers() throws IOException {
        new SinkSuite(SinkScale.SMOKE, false, Path.of("..", "servers"), figures, NOWHERE).run(List.of("lmdb"));
        assertThat(figures.get("ratio/lmdb-2000/bulk")).isPresent();
        assertThat(figures.get("ratio/lmdb-2000/one-per-patch")).isPresent();
        MarkdownTables tables = new MarkdownTables();
        new SinkReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("| lmdb, 2000 |");
    }
}
