package dev.velella.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.results.AllSuites.Suite;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call of all suites goes on where the last one ended. */
class AllSuitesTest {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
    private static final Suite SUITE = new Suite("codec", List.of(), MeasuredJava.command("tests/bench/run codec"));

    @TempDir
    private Path root;

    @BeforeEach
    void makeCheckout() throws Exception {
        write("tests/bench/run", "#!/bin/sh\necho \"$1\" >>$(dirname \"$0\")/started\n");
        assertThat(root.resolve("tests/bench/run").toFile().setExecutable(true)).isTrue();
        write("proto/src/main/java/Code.java", "class Code {}");
        git("init", "--quiet");
        commit();
    }

    @Test
    void aSuiteThatIsMeasuredIsLeftOutUntilItsCodeChanges() throws Exception {
        assertThat(run()).as("not measured").isEqualTo(1);
        measured();
        assertThat(run()).as("measured").isEqualTo(1);
        write("docs/page.md", "a page");
        commit();
        assertThat(run()).as("a commit without code").isEqualTo(1);
        write("proto/src/main/java/Code.java", "class Code { int more; }");
        assertThat(run()).as("code that is not committed").isEqualTo(2);
        measured();
        assertThat(run()).as("measured, but not committed").isEqualTo(3);
        commit();
        assertThat(run()).as("measured before the commit").isEqualTo(4);
        measured();
        assertThat(run()).as("measured after it").isEqualTo(4);
    }

    /** Runs all; returns how many times the suite was started until now. */
    private int run() throws IOException {
        assertThat(new AllSuites(root, root.resolve("figures.json"), NOWHERE).run(List.of(SUITE)))
                .isEmpty();
        return Files.readAllLines(root.resolve("tests/bench/started")).size();
    }

    private void measured() throws IOException {
        String commit = new CodeChanges(root).commit("codec");
        Run run = new Run(SUITE.command(), "2026-01-01", commit, Map.of(), Map.of(), "", List.of());
        Figures figures = new Figures(NOWHERE);
        figures.add("time/x", 1, "ns");
        ResultFile.read(root.resolve("figures.json")).add(MeasuredJava.suite("codec"), run, figures);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void commit() throws Exception {
        git("add", ".");
        git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "-m", "a state");
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
