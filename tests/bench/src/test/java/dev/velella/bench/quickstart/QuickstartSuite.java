package dev.velella.bench.quickstart;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The suite {@code quickstart}: runs the quickstart as a person does, and takes the figures that it prints. */
public final class QuickstartSuite {
    private static final Pattern LINE = Pattern.compile("  ([A-Za-z].*?) {2,}([0-9][0-9,.]*)(?:  (\\S+?),?(?: .*)?)?");
    private static final Pattern RATIO = Pattern.compile("1/([0-9.]+) of the");

    private final int graphs;
    private final Path home;
    private final Figures figures;
    private final PrintStream progress;

    /** @param home the distribution */
    public QuickstartSuite(int graphs, Path home, Figures figures, PrintStream progress) {
        this.graphs = graphs;
        this.home = home;
        this.figures = figures;
        this.progress = progress;
    }

    /**
     * Runs the quickstart.
     *
     * @throws BenchmarkException if it fails
     */
    public void run() throws IOException {
        progress.println("bench: quickstart with " + graphs + " graphs");
        long began = System.nanoTime();
        Process process = new ProcessBuilder(
                        home.resolve("bin/velella").toString(),
                        "quickstart",
                        "--graphs",
                        Integer.toString(graphs),
                        "--exit")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                take(line);
            }
            if (process.waitFor() != 0) {
                throw new BenchmarkException("the quickstart ended with status " + process.exitValue());
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
        figures.add("time/command", (System.nanoTime() - began) / 1e9, "s");
    }

    /** A line of the table: words, a number, its unit, and for bytes a ratio. */
    private void take(String line) {
        Matcher found = LINE.matcher(line);
        if (!found.matches()) {
            return;
        }
        String name = found.group(1).replace(' ', '_');
        boolean counts = found.group(3) == null || !found.group(3).matches("bytes|seconds");
        figures.add(
                "lines/" + name,
                Double.parseDouble(found.group(2).replace(",", "")),
                counts ? "count" : found.group(3));
        Matcher ratio = RATIO.matcher(line);
        if (ratio.find()) {
            figures.add("ratio/" + name, Double.parseDouble(ratio.group(1)), "x");
        }
    }
}
