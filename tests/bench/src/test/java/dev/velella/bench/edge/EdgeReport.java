package dev.velella.bench.edge;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;

/** The figures of the suite {@code edge} as a Markdown table. */
public final class EdgeReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public EdgeReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Weather graphs (116 triples) from a device over MQTT 5, QoS 1",
                "format",
                "payload, B",
                "device to broker, B",
                "messages/s, no limit",
                "15 ms, 50 Mbit/s",
                "15 ms, 1 Mbit/s");
        for (EdgeFormat format : EdgeFormat.all()) {
            String name = format.name();
            tables.row(
                    name,
                    figures.text("payload/" + name),
                    figures.text("wire/" + name),
                    figures.text("rate/unlimited/" + name),
                    figures.text("rate/15ms-50Mbit/" + name),
                    figures.text("rate/15ms-1Mbit/" + name));
        }
    }
}
