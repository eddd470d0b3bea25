package dev.velella.bench.results;

import dev.velella.bench.BenchmarkException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs suites in turn, each in a JVM of its own, and collects their figures in one file. Suites that the file already has, of the
 * same command and commit, are left out: so the same call goes on after an interruption. A suite that fails does not stop
 * the others.
 */
public final class AllSuites {
    private final Path file;
    private final CodeChanges changes;
    private final PrintStream progress;

    /** @param file of the figures */
    public AllSuites(Path file, CodeChanges changes, PrintStream progress) {
        this.file = file;
        this.changes = changes;
        this.progress = progress;
    }

    /**
     * One suite.
     *
     * @param heap of its JVM, as {@code -Xmx} takes it
     * @param arguments of its JVM's command
     * @param command as a person would write it; the file has it
     */
    public record Suite(String name, String heap, List<String> arguments, String command) {}

    /** Runs them; returns the names of those that failed. */
    public List<String> run(List<Suite> suites) throws IOException {
        List<String> failed = new ArrayList<>();
        for (Suite suite : suites) {
            if (isMeasured(suite)) {
                progress.println("bench: " + suite.name() + " is measured already");
                continue;
            }
            long began = System.nanoTime();
            progress.println("bench: " + suite.command());
            if (start(suite) == 0) {
                progress.println(
                        "bench: " + suite.name() + " took " + (System.nanoTime() - began) / 1_000_000_000 + " s");
            } else {
                progress.println("bench: " + suite.name() + " FAILED");
                failed.add(suite.name());
            }
        }
        return failed;
    }

    private boolean isMeasured(Suite suite) throws IOException {
        String commit = changes.commit(suite.name());
        return !commit.endsWith("+changes")
                && ResultFile.read(file).suite(suite.name()).runs().stream()
                        .anyMatch(run -> run.command().equals(suite.command())
                                && run.commit().equals(commit));
    }

    private int start(Suite suite) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + suite.heap(),
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.velella.bench.BenchmarkCommand"));
        command.addAll(suite.arguments());
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new BenchmarkException("interrupted in " + suite.name(), e);
        }
    }
}
