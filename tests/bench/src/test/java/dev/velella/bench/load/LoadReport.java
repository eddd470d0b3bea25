package dev.velella.bench.load;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;
import java.util.stream.Collectors;

/** The figures of the suite {@code load} as a Markdown table. With several rounds it shows the first one. */
public final class LoadReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public LoadReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table("A dump of products into a topic and a store", "figure", "value");
        row(tables, "statements in the dump", "dump/statements");
        row(tables, "different statements, in each of the stores", "store/statements");
        row(tables, "RDF4J's own loader, statements/s", "rate/own");
        row(tables, "into a topic, statements/s", "rate/topic");
        row(tables, "into a topic and a store, statements/s", "rate/store");
        row(tables, "**into a topic and a store / RDF4J's own loader**", "ratio/store/own");
        row(tables, "bytes of the dump", "dump/bytes");
        row(tables, "bytes of the topic's log", "topic/bytes");
        List<String> heaps = figures.names().stream()
                .filter(name -> name.startsWith("heap/live"))
                .toList();
        tables.row(
                "live heap of the worker, from the begin to the end, MB",
                heaps.isEmpty()
                        ? "–"
                        : heaps.stream()
                                .map(name -> Long.toString(
                                        Math.round(figures.get(name).orElseThrow() / 1e6)))
                                .collect(Collectors.joining(", ")));
    }

    private void row(MarkdownTables tables, String title, String name) {
        tables.row(title, figures.text(figures.get(name).isPresent() ? name : name + "/1"));
    }
}
