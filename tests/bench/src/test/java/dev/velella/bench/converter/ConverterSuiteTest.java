package dev.velella.bench.converter;

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

/** Tests that the benchmark of the converter runs. No test here asks how fast anything is. */
class ConverterSuiteTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final Figures figures = new Figures(NOWHERE);

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
        MarkdownTables tables = new MarkdownTables();
        new ConverterReport(figures).addTo(tables);
        assertThat(String.join("\n", tables.lines())).contains("bsbm-patches-decode");
    }
}
