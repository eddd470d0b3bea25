package dev.velella.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures go into one file and from there, unchanged, into pages. */
class BenchmarkPagesTest {
    @TempDir
    private Path folder;

    @Test
    void aFigureKeepsItsSpreadAndItsRun() throws IOException {
        Path path = folder.resolve("figures.json");
        ResultFile file = ResultFile.read(path);
        file.add("codec", run("a", "1"), figures("ratio/x/y", 2, "ratio-low/x/y", 1, "ratio-high/x/y", 3, "time/x", 7));
        file.add("codec", run("b", "2"), figures("time/x", 8));
        SuiteResults read = ResultFile.read(path).suite("codec");
        assertThat(read.figures())
                .containsExactly(
                        Map.entry("ratio/x/y", new MeasuredFigure(2, "x", 1.0, 3.0, 1)),
                        Map.entry("time/x", new MeasuredFigure(8, "x", null, null, 2)));
        assertThat(read.asFigures().spread("ratio/x/y")).isEqualTo("1.000 to 3.000");
        assertThat(read.asFigures().text("time/x")).isEqualTo("8.000 [2]");
    }

    @Test
    void aRunOfTheSameCommandReplacesTheOlderOneAndDropsFiguresThatAreGone() throws IOException {
        ResultFile file = ResultFile.read(folder.resolve("figures.json"));
        file.add("codec", run("a", "1"), figures("old", 1, "both", 2));
        file.add("codec", run("a", "2"), figures("both", 3));
        SuiteResults suite = file.suite("codec");
        assertThat(suite.runs()).containsExactly(run("a", "2"));
        assertThat(suite.figures()).containsExactly(Map.entry("both", new MeasuredFigure(3, "x", null, null, 1)));
    }

    @Test
    void tablesAndNumbersComeFromTheFile() throws IOException {
        ResultFile file = ResultFile.read(folder.resolve("figures.json"));
        file.add("codec", run("tests/bench/run codec", "abc"), figures("ratio/x/y", 12.57, "bytes", 1234.6));
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(
                docs.resolve("benchmarks.md"),
                "9.9<!-- codec:ratio/x/y --> times, 1/3<!-- codec:ratio/x/y -->, of 1<!-- codec:bytes --> bytes.");
        Files.writeString(folder.resolve("README.md"), "1<!-- codec:bytes -->");
        assertThat(pages(file).outdated(folder))
                .containsExactly(
                        folder.resolve("README.md"),
                        docs.resolve("benchmarks.md"),
                        docs.resolve("benchmarks/codec.md"));
        pages(file).write(folder);
        assertThat(pages(file).outdated(folder)).isEmpty();
        assertThat(docs.resolve("benchmarks.md"))
                .content()
                .isEqualTo(
                        "12.6<!-- codec:ratio/x/y --> times, 1/13<!-- codec:ratio/x/y -->, of 1,235<!-- codec:bytes -->"
                                + " bytes.");
        assertThat(docs.resolve("benchmarks/codec.md"))
                .content()
                .isEqualTo(
                        """
                # Figures of codec

                - `tests/bench/run codec`, 2026-01-01, code of commit `abc`
                  - processor: one

                ## Ratios

                | ratio |
                | --- |
                | 12.57 |
                """);
        Files.writeString(folder.resolve("README.md"), "1<!-- codec:none -->");
        assertThatThrownBy(() -> pages(file).write(folder))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("codec:none");
    }

    @Test
    void codeThatHasChangedIsSaidOnThePage() throws IOException, InterruptedException {
        git("init", "-q");
        commit("proto/src/main/java/A.java", "first");
        String first = new CodeChanges(folder).commit("codec");
        ResultFile file = ResultFile.read(folder.resolve("figures.json"));
        file.add("codec", run("c", first), figures("ratio/x/y", 1));
        commit("sink-connector/src/main/java/B.java", "of another suite");
        file.mark(new CodeChanges(folder));
        assertThat(file.suite("codec").runs().get(0).changed()).isEmpty();
        commit("proto/src/main/java/A.java", "second");
        file.mark(new CodeChanges(folder));
        assertThat(file.suite("codec").runs().get(0).changed()).containsExactly("proto");
        assertThat(pages(file).page("codec"))
                .contains("**the code has changed since these figures were measured**: `proto`");
        Files.writeString(folder.resolve("proto/src/main/java/A.java"), "third");
        assertThat(new CodeChanges(folder).commit("codec")).endsWith("+changes");
    }

    @Test
    void aPictureHasABarForEachFigureThatIsThere() {
        BarPlot plot = new BarPlot(
                "p",
                "codec",
                "Bytes & more",
                List.of(new BarPlot.Bar("ours", "a", true), new BarPlot.Bar("gone", "b", false)));
        assertThat(plot.svg(figures("a", 3)))
                .contains("Bytes &amp; more", ">ours<", ">3.000<")
                .doesNotContain("gone");
    }

    private static BenchmarkPages pages(ResultFile file) {
        return new BenchmarkPages(
                file,
                Map.of("codec", figures -> (MarkdownTables tables) -> {
                    tables.table("Ratios", "ratio");
                    tables.row(figures.text("ratio/x/y"));
                }),
                List.of());
    }

    private static Run run(String command, String commit) {
        return new Run(command, "2026-01-01", commit, Map.of("processor", "one"), Map.of(), "", List.of());
    }

    private static Figures figures(Object... namesAndValues) {
        Figures figures = new Figures(new PrintStream(OutputStream.nullOutputStream()));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            figures.add((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).doubleValue(), "x");
        }
        return figures;
    }

    private void commit(String file, String text) throws IOException, InterruptedException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        git("add", "--", file);
        git(
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.org",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "-q",
                "-m",
                text);
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
