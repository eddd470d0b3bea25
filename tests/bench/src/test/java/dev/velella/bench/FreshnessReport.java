package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The figures of the suite {@code freshness} as Markdown tables. */
final class FreshnessReport {
    private final Figures figures;
    private final List<String> kinds;

    /** @param kinds that were measured */
    FreshnessReport(Figures figures, List<String> kinds) {
        this.figures = figures;
        this.kinds = kinds;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine) throws IOException {
        MarkdownTables tables = new MarkdownTables("freshness", machine);
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
        for (String kind : kinds) {
            for (String intervals : List.of(FreshnessSuite.DEFAULT_INTERVALS, FreshnessSuite.SHORT_INTERVALS)) {
                String name = kind + "/" + intervals;
                tables.row(
                        kind,
                        intervals,
                        figures.text("capacity/" + kind),
                        figures.text("elements/" + name),
                        figures.text("applied/" + name + "/p50"),
                        "**" + figures.text("applied/" + name + "/p99") + "**",
                        figures.text("applied/" + name + "/max"),
                        figures.text("durable/" + name + "/p50"),
                        figures.text("durable/" + name + "/p99"));
            }
        }
        tables.write(file);
    }
}
