package dev.velella.bench.freshness;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;

/** The figures of the suite {@code freshness} as Markdown tables. */
public final class FreshnessReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public FreshnessReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Age of an element in the store at a tenth of the load, ms",
                "store",
                "commit intervals",
                "full load, elements/s",
                "elements measured",
                "applied, median",
                "**applied, p99**",
                "applied, oldest",
                "durable, median",
                "durable, p99");
        for (String kind : figures.parts("capacity/", 1)) {
            for (String intervals : List.of(FreshnessSuite.DEFAULT_INTERVALS, FreshnessSuite.SHORT_INTERVALS)) {
                String name = kind + "/" + intervals;
                if (figures.get("elements/" + name).isEmpty()) {
                    continue;
                }
                tables.row(
                        kind,
                        intervals,
                        figures.text("capacity/" + kind),
                        figures.text("elements/" + name),
                        figures.text("applied/" + name + "/p50"),
                        figures.strong("applied/" + name + "/p99"),
                        figures.text("applied/" + name + "/max"),
                        figures.text("durable/" + name + "/p50"),
                        figures.text("durable/" + name + "/p99"));
            }
        }
    }
}
