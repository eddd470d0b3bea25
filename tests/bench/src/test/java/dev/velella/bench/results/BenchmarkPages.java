package dev.velella.bench.results;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the pages that show figures: tables and pictures of {@code docs/benchmarks.md}, and the numbers that stand in sentences
 * there and in the README. The text around them is written by hand. The same file of figures gives the same pages, byte by byte.
 */
public final class BenchmarkPages {
    private static final Pattern BLOCK = Pattern.compile(
            "(<!-- figures of tests/bench/run ([a-z0-9-]+): begin -->\\n).*?(<!-- figures of tests/bench/run \\2: end -->)",
            Pattern.DOTALL);
    private static final String PICTURES = "pictures/benchmarks";

    private final ResultFile results;
    private final Map<String, Function<Figures, Report>> reports;
    private final List<BarPlot> plots;

    /**
     * @param reports by suite
     * @param plots pictures, each below the tables of its suite
     */
    public BenchmarkPages(ResultFile results, Map<String, Function<Figures, Report>> reports, List<BarPlot> plots) {
        this.results = results;
        this.reports = reports;
        this.plots = plots;
    }

    /** Writes pages and pictures of a checkout. */
    public void write(Path root) throws IOException {
        for (Path page : pages(root)) {
            Files.writeString(page, render(Files.readString(page)));
        }
        for (BarPlot plot : plots) {
            Path picture = root.resolve("docs").resolve(address(plot));
            Files.createDirectories(picture.getParent());
            Files.writeString(picture, plot.svg(results.suite(plot.suite()).asFigures()));
        }
    }

    /** Pages and pictures whose content is not the one of the file of figures; empty if all agree. */
    public List<Path> outdated(Path root) throws IOException {
        List<Path> outdated = new ArrayList<>();
        for (Path page : pages(root)) {
            String text = Files.readString(page);
            if (!render(text).equals(text)) {
                outdated.add(page);
            }
        }
        for (BarPlot plot : plots) {
            Path picture = root.resolve("docs").resolve(address(plot));
            String text = Files.exists(picture) ? Files.readString(picture) : "";
            if (!plot.svg(results.suite(plot.suite()).asFigures()).equals(text)) {
                outdated.add(picture);
            }
        }
        return outdated;
    }

    private static List<Path> pages(Path root) {
        return List.of(root.resolve("docs/benchmarks.md"), root.resolve("README.md"));
    }

    private static String address(BarPlot plot) {
        return PICTURES + "/" + plot.name() + ".svg";
    }

    /** The page with the tables and numbers of the file of figures. */
    String render(String page) {
        String text = BLOCK.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + String.join("\n", block(found.group(2))) + "\n" + found.group(3)));
        return new CitedFigures(results).render(text);
    }

    private List<String> block(String suite) {
        Function<Figures, Report> report = reports.get(suite);
        if (report == null) {
            throw new BenchmarkException("a page has tables of the suite " + suite + ", which has no report");
        }
        SuiteResults measured = results.suite(suite);
        if (measured.runs().isEmpty()) {
            return List.of("No run of this suite is published yet.");
        }
        List<String> lines = new ArrayList<>();
        for (int run = 1; run <= measured.runs().size(); run++) {
            lines.addAll(describe(run, measured.runs()));
        }
        MarkdownTables tables = new MarkdownTables();
        report.apply(measured.asFigures()).addTo(tables);
        plots.stream()
                .filter(plot -> plot.suite().equals(suite))
                .forEach(plot -> tables.picture(plot.title(), address(plot)));
        lines.add("");
        lines.addAll(tables.lines());
        return lines;
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
