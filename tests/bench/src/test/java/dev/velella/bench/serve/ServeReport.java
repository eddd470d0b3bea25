package dev.velella.bench.serve;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;
import java.util.Map;

/** The figures of the suite {@code serve} as a Markdown table. */
public final class ServeReport implements Report {
    private static final List<Map.Entry<String, String>> ROWS = List.of(
            Map.entry("merged answer, graphs/s", "rate/merged"),
            Map.entry("merged answer, quads/s", "quads/merged"),
            Map.entry("merged answer, quads for each second of the service's processor time", "quads/merged/cpu"),
            Map.entry("TriG, graphs/s", "rate/trig"),
            Map.entry("one request each, graphs/s", "rate/single"),
            Map.entry("**merged / TriG**", "ratio/merged/trig"),
            Map.entry("**merged / one request each**", "ratio/merged/single"),
            Map.entry("merged / TriG, by processor time of the service", "ratio-cpu/merged/trig"),
            Map.entry("merged / one request each, by processor time of the service", "ratio-cpu/merged/single"),
            Map.entry("first byte of the merged answer, ms", "first-byte/quiet"),
            Map.entry("first byte under load, ms", "first-byte/load"),
            Map.entry("bytes of a graph in the merged answer", "bytes/merged"),
            Map.entry("patches a second under load", "load/patches"),
            Map.entry("merged answer under load, graphs/s", "load/merged"),
            Map.entry("graphs that were checked under load", "load/checked"),
            Map.entry("from the last patch to its answer, ms", "load/behind"),
            Map.entry("heap in use after a full collection before the load, MiB", "heap/quiet"),
            Map.entry("the same after the load, MiB", "heap/load"),
            Map.entry("largest resident memory, MiB", "resident"));

    private final Figures figures;

    /** A report of these figures. */
    public ServeReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table("Graphs over HTTP", "figure", "median", "lowest to highest");
        for (Map.Entry<String, String> row : ROWS) {
            String name = row.getValue();
            tables.row(row.getKey(), figures.text(name), name.contains("/") ? figures.spread(name) : "–");
        }
        if (figures.get("publications/count").isPresent()) {
            addPublications(tables);
        }
    }

    private void addPublications(MarkdownTables tables) {
        tables.table("Nanopublications over HTTP", "figure", "median", "lowest to highest");
        tables.row("nanopublications", figures.text("publications/count"), "–");
        tables.row("merged answer, nanopublications/s", figures.text("publications/merged"), "–");
        tables.row("one request each, nanopublications/s", figures.text("publications/single"), "–");
        tables.row(
                "**merged / one request each**",
                figures.text("publications/ratio"),
                figures.spread("publications/ratio"));
        tables.row("bytes of a nanopublication in the merged answer", figures.text("publications/bytes"), "–");
    }
}
