package dev.velella.bench.readers;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;

/** The figures of the suite {@code readers} as Markdown tables. Stores without figures are left out. */
public final class ReadersReport implements Report {
    private final Figures figures;

    /** @param figures of a run */
    public ReadersReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Queries while patches are written at half of the full load, ms",
                "store",
                "query",
                "idle, median",
                "idle, p99",
                "writing, median",
                "writing, p99",
                "**p99, writing / idle**",
                "lowest to highest");
        for (String kind : ReadersSuite.names()) {
            for (StreamQuery query : StreamQuery.values()) {
                String name = kind + "/" + query.label();
                if (figures.get("ratio/" + name + "/p99").isPresent()) {
                    tables.row(
                            kind,
                            query.label(),
                            figures.text("idle/" + name + "/p50"),
                            figures.text("idle/" + name + "/p99"),
                            figures.text("busy/" + name + "/p50"),
                            figures.text("busy/" + name + "/p99"),
                            figures.strong("ratio/" + name + "/p99"),
                            figures.spread("ratio/" + name + "/p99"));
                }
            }
        }
        tables.table(
                "Patches while queries are asked",
                "store",
                "full load, patches/s",
                "written, patches/s",
                "part of the wanted load, lowest",
                "patches in a transaction",
                "answers between two states",
                "queries refused");
        for (String kind : ReadersSuite.names()) {
            if (figures.get("full/" + kind).isPresent()) {
                tables.row(
                        kind,
                        figures.text("full/" + kind),
                        figures.text("written/" + kind),
                        figures.text("held/" + kind),
                        figures.text("transaction/" + kind),
                        figures.text("torn/" + kind),
                        figures.text("refused/" + kind));
            }
        }
    }
}
