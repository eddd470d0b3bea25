package dev.velella.bench.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Scale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the benchmark of payloads runs. No test here asks how fast anything is. */
class SourceSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final Figures figures = new Figures(NOWHERE);

    @Test
    void messagesBecomeTheSameGraphsOnBothWays() throws IOException {
        SourceSuite suite = new SourceSuite(Scale.SMOKE, 2_000, folder.resolve("jmh.log"), figures, NOWHERE);
        suite.run(List.of(SourceSuite.TEMPLATE));
        assertThat(figures.get("rate/weather-template/velella")).isPresent();
        MarkdownTables tables = new MarkdownTables();
        new SourceReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("text-and-rio");
    }
}
