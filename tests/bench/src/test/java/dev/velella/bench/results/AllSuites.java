package dev.velella.bench.results;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs suites in turn, each by {@code tests/bench/run}, and collects their figures in one file. Suites that the file already has, of the
 * same command, are left out as long as the code that they measure is the same: so the same call goes on after an interruption. A suite
 * that fails does not stop the others.
 */
public final class AllSuites {
    private final Path root;
    private final Path file;
    private final CodeChanges changes;
    private final PrintStream progress;

    /**
     * @param root of the checkout, which is built already
     * @param file of the figures
     */
    public AllSuites(Path root, Path file, PrintStream progress) {
        this.root = root;
        this.file = file;
        this.changes = new CodeChanges(root);
        this.progress = progress;
    }

    /**
     * One suite.
     *
     * @param options of its run, without the file
     * @param command as a person would write it; the file has it
     */
    public record Suite(String name, List<String> options, String command) {}

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
        return ResultFile.read(file).suite(MeasuredJava.suite(suite.name())).runs().stream()
                .anyMatch(run -> run.command().equals(suite.command()) && changes.isSame(run.commit(), suite.name()));
    }

    private int start(Suite suite) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                root.resolve("tests/bench/run").toString(),
                suite.name(),
                "--results",
                file.toAbsolutePath().toString()));
        command.addAll(suite.options());
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("BENCH_BUILT", "yes");
        Process process = builder.start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new BenchmarkException("interrupted in " + suite.name(), e);
        }
    }
}
