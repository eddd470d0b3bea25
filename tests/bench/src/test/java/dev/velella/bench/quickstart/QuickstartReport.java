package dev.velella.bench.quickstart;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.Locale;

/** The figures of the suite {@code quickstart} as a Markdown table. */
public final class QuickstartReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public QuickstartReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table("Graphs and patches of the quickstart", "figure", "value", "part of the N-Quads");
        for (String name : figures.names()) {
            if (name.startsWith("lines/")) {
                double value = figures.get(name).orElseThrow();
                String line = name.substring("lines/".length());
                tables.row(
                        line.replace('_', ' ') + ", " + figures.all().get(name).unit(),
                        value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : figures.text(name),
                        figures.get("ratio/" + line).isPresent() ? "1/" + figures.text("ratio/" + line) : "–");
            }
        }
        tables.row("the whole command, s", figures.text("time/command"), "–");
    }
}
