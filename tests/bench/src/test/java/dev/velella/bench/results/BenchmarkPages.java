package dev.velella.bench.results;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes the pages that show figures. {@code docs/benchmarks/SUITE.md} has all figures of a suite as tables, and no text by hand. In
 * {@code docs/benchmarks.md} and the README, which are written by hand, only the numbers are of the file. The same file of figures gives
 * the same pages and pictures, byte by byte.
 */
public final class BenchmarkPages {
    /** The file of figures, from the root of the checkout. */
    public static final String FIGURES = "docs/benchmarks/figures.json";

    private static final List<String> CITING = List.of("README.md", "docs/benchmarks.md");

    private final ResultFile results;
    private final Map<String, Function<Figures, Report>> reports;
    private final List<BarPlot> plots;

    /**
     * @param reports by suite
     * @param plots pictures
     */
    public BenchmarkPages(ResultFile results, Map<String, Function<Figures, Report>> reports, List<BarPlot> plots) {
        this.results = results;
        this.reports = reports;
        this.plots = plots;
    }

    /** Writes pages and pictures of a checkout. */
    public void write(Path root) throws IOException {
        for (Map.Entry<Path, String> page : contents(root).entrySet()) {
            Files.createDirectories(page.getKey().getParent());
            Files.writeString(page.getKey(), page.getValue());
        }
    }

    /** Pages and pictures whose content is not the one of the file of figures; empty if all agree. */
    public List<Path> outdated(Path root) throws IOException {
        List<Path> outdated = new ArrayList<>();
        for (Map.Entry<Path, String> page : contents(root).entrySet()) {
            String text = Files.exists(page.getKey()) ? Files.readString(page.getKey()) : "";
            if (!page.getValue().equals(text)) {
                outdated.add(page.getKey());
            }
        }
        return outdated;
    }

    private Map<Path, String> contents(Path root) throws IOException {
        Map<Path, String> contents = new LinkedHashMap<>();
        for (String name : CITING) {
            Path page = root.resolve(name);
            contents.put(page, new CitedFigures(results).render(Files.readString(page)));
        }
        for (String suite : results.names()) {
            contents.put(root.resolve("docs/benchmarks/" + suite + ".md"), page(suite));
        }
        for (BarPlot plot : plots) {
            contents.put(
                    root.resolve("docs/pictures/benchmarks/" + plot.name() + ".svg"),
                    plot.svg(results.suite(plot.suite()).asFigures()));
        }
        return contents;
    }

    /** The page with all figures of a suite. */
    String page(String suite) {
        Function<Figures, Report> report = reports.get(suite);
        if (report == null) {
            throw new BenchmarkException("the file of figures has the suite " + suite + ", which has no report");
        }
        SuiteResults measured = results.suite(suite);
        List<String> lines = new ArrayList<>(List.of("# Figures of " + suite, ""));
        for (int run = 1; run <= measured.runs().size(); run++) {
            lines.addAll(describe(run, measured.runs()));
        }
        MarkdownTables tables = new MarkdownTables();
        report.apply(measured.asFigures()).addTo(tables);
        lines.add("");
        lines.addAll(tables.lines());
        return String.join("\n", lines) + "\n";
    }

    private static List<String> describe(int number, List<Run> runs) {
        Run run = runs.get(number - 1);
        List<String> lines = new ArrayList<>();
        String name =
                runs.size() == 1 ? "" : number == 1 ? "run 1: " : "run " + number + ", figures with [" + number + "]: ";
        lines.add("- " + name + "`" + run.command() + "`, " + run.date() + ", code of commit `" + run.commit() + "`");
        if (!run.machine().isEmpty()) {
            List<String> parts = new ArrayList<>();
            run.machine().forEach((part, text) -> parts.add(part + ": " + text));
            lines.add("  - " + String.join("; ", parts));
        }
        if (!run.versions().isEmpty()) {
            List<String> versions = new ArrayList<>();
            run.versions().forEach((part, version) -> versions.add(part + " " + version));
            lines.add("  - versions: " + String.join(", ", versions));
        }
        if (!run.remark().isEmpty()) {
            lines.add("  - " + run.remark());
        }
        if (!run.changed().isEmpty()) {
            lines.add("  - **the code has changed since these figures were measured**: `"
                    + String.join("`, `", run.changed()) + "`");
        }
        return lines;
    }
}
