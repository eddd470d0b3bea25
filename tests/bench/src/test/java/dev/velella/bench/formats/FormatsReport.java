package dev.velella.bench.formats;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.ArrayList;
import java.util.List;

/** The figures of the suite {@code formats} as Markdown tables. */
public final class FormatsReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public FormatsReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        List<String> columns = new ArrayList<>(List.of("format"));
        FormatsSuite.COMPRESSIONS.forEach(compression -> columns.add("messages, " + compression));
        FormatsSuite.COMPRESSIONS.forEach(compression -> columns.add("one document, " + compression));
        tables.table("Times smaller than N-Triples, geometric mean of all streams", columns);
        for (GraphFormat format : GraphFormat.values()) {
            tables.row(cells(format, "mean/messages/", "mean/document/"));
        }
        for (String stream : FormatsSuite.names()) {
            tables.table(
                    "Bytes per triple, " + stream + " (" + figures.text("triples/" + stream) + " triples a graph)",
                    columns);
            for (GraphFormat format : GraphFormat.values()) {
                tables.row(cells(format, "messages/" + stream + "/", "document/" + stream + "/"));
            }
        }
    }

    private List<String> cells(GraphFormat format, String... prefixes) {
        List<String> cells = new ArrayList<>(List.of(format.label()));
        for (String prefix : prefixes) {
            for (String compression : FormatsSuite.COMPRESSIONS) {
                cells.add(figures.text(prefix + format.label() + "/" + compression));
            }
        }
        return cells;
    }
}
