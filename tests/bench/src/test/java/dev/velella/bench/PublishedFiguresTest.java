package dev.velella.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.results.BenchmarkPages;
import dev.velella.bench.results.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The published pages and pictures show the figures of the file of figures, byte by byte. */
class PublishedFiguresTest {
    @Test
    void pagesAndPicturesAreThoseOfTheFileOfFigures() throws IOException {
        Path root = Path.of("..", "..");
        ResultFile file = ResultFile.read(root.resolve(BenchmarkPages.FIGURES));
        assertThat(file.names()).isSubsetOf(Suites.reports().keySet());
        assertThat(new BenchmarkPages(file, Suites.reports(), Suites.plots()).outdated(root))
                .as("pages that differ; tests/bench/run page writes them")
                .isEmpty();
    }
}
