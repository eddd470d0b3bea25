package dev.velella.bench.grpc;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.ArrayList;
import java.util.List;

/** The figures of the suite {@code grpc} as Markdown tables. */
public final class GrpcReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public GrpcReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        List<String> columns = new ArrayList<>(List.of("link", "way"));
        GrpcSuite.SIZES.forEach(size -> columns.add(size + " statements, p50"));
        GrpcSuite.SIZES.forEach(size -> columns.add(size + " statements, p99"));
        tables.table("From publisher to subscriber, one graph at a time, ms", columns);
        rows(tables, List.of("latency/%s/%s/%d/p50", "latency/%s/%s/%d/p99"));
        if (!figures.parts("paced/", 1).isEmpty()) {
            paced(tables, "median", "p50");
            paced(tables, "99th percentile", "p99");
        }
        columns.subList(2, columns.size()).clear();
        GrpcSuite.SIZES.forEach(size -> columns.add("graphs of " + size));
        tables.table("As fast as possible, statements a second", columns);
        rows(tables, List.of("rate/%s/%s/%d"));
        columns.subList(2, columns.size()).clear();
        GrpcSuite.SIZES.forEach(size -> columns.add("to the server, graphs of " + size));
        GrpcSuite.SIZES.forEach(size -> columns.add("from the server, graphs of " + size));
        tables.table("Bytes on the link a statement", columns);
        rows(tables, List.of("up/%s/%s/%d", "down/%s/%s/%d"));
    }

    private void paced(MarkdownTables tables, String title, String percentile) {
        List<String> columns = new ArrayList<>(List.of("link", "way"));
        List<String> names = new ArrayList<>();
        for (int interval : PacedGraphs.INTERVALS) {
            GrpcSuite.SIZES.forEach(size -> columns.add(interval / 1e3 + " ms, " + size));
            names.add("paced/%s/%s/%d/" + interval + "us/" + percentile);
        }
        tables.table("A graph every 0.1, 1 and 10 ms, by its statements: " + title + ", ms", columns);
        rows(tables, names);
    }

    private void rows(MarkdownTables tables, List<String> names) {
        for (String link : figures.parts("latency/", 1)) {
            for (String way : GrpcSuite.WAYS) {
                List<String> cells = new ArrayList<>(List.of(link, way));
                for (String name : names) {
                    GrpcSuite.SIZES.forEach(size -> cells.add(figures.text(name.formatted(link, way, size))));
                }
                tables.row(cells);
            }
        }
    }
}
