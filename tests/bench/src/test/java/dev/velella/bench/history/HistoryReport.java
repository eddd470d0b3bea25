package dev.velella.bench.history;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.Locale;

/** The figures of the suite {@code history} as Markdown tables. */
public final class HistoryReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public HistoryReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Writes to a store with a history, in times of a store without",
                "store",
                "**time**",
                "processor time",
                "bytes of a version");
        for (String kind : HistorySuite.names()) {
            tables.row(
                    kind,
                    figures.strong("ratio/" + kind + "-write/history/plain"),
                    figures.text("ratio/" + kind + "-write-processor/history/plain"),
                    figures.text("disk/" + kind + "/version"));
        }
        tables.table(
                "Queries of a store with a history, in times of a store without",
                "store, query",
                "the present",
                "a commit of the past",
                "without a history, ns/query");
        for (String kind : HistorySuite.names()) {
            for (HistorySuite.Query query : HistorySuite.Query.values()) {
                String present = kind + "-present-" + query;
                tables.row(
                        kind + ", " + query.name().toLowerCase(Locale.ROOT),
                        figures.text("ratio/" + present + "/history/plain"),
                        figures.text("ratio/" + kind + "-past-" + query + "/history/plain"),
                        figures.text("time/" + present + "/plain"));
            }
        }
    }
}
