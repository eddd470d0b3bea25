package dev.velella.bench.writers;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import dev.velella.bench.sink.SinkSuite;

/** The figures of the suite {@code writers} as Markdown tables. Stores without figures are left out. */
public final class WritersReport implements Report {
    /** Processors that count as busy all the time. */
    private static final double BUSY = 0.7;

    private final Figures figures;

    /** @param figures of a run */
    public WritersReport(Figures figures) {
        this.figures = figures;
    }

    /** Adds a table for each store. */
    public void addTo(MarkdownTables tables) {
        for (String kind : SinkSuite.names()) {
            if (figures.get("rate/" + kind + "/" + Point.MIDDLE).isPresent()) {
                tables.table(
                        "Rows of patches into " + kind,
                        "shape",
                        "rows/s",
                        "**against the middle**",
                        "lowest to highest",
                        "processors busy here",
                        "processors busy in the server",
                        "bound by");
                for (Point point : Point.all(WritersScale.FULL, true)) {
                    add(tables, kind + "/" + point.name(), point.name());
                }
            }
        }
    }

    private void add(MarkdownTables tables, String name, String shape) {
        if (figures.get("rate/" + name).isPresent()) {
            tables.row(
                    shape,
                    figures.text("rate/" + name),
                    figures.strong("ratio/" + name),
                    figures.spread("ratio/" + name),
                    figures.text("own/" + name),
                    figures.text("server/" + name),
                    bound(name));
        }
    }

    /** The part that is busy nearly all the time; if there is none, the tasks wait. */
    private String bound(String name) {
        double own = figures.get("own/" + name).orElse(0);
        double server = figures.get("server/" + name).orElse(0);
        if (Math.max(own, server) < BUSY) {
            return "waiting: disk, or the way to the server";
        }
        return own >= server ? "processor, in the sink" : "processor, in the server";
    }
}
