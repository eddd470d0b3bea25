package dev.velella.bench.naive;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;

/** The figures of the suite {@code naive} as Markdown tables; of kinds of stores that were not measured there are none. */
public final class NaiveReport implements Report {
    private final Figures figures;

    /** @param figures that {@link NaiveSuite} has added */
    public NaiveReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Velella beside pipelines made by hand: speed, medians of the rounds (lowest to highest)",
                "store",
                "pipeline",
                "triples/s",
                "processor seconds for a million triples",
                "of these the JVM's compilers",
                "with brokers and server",
                "**triples/s for each core**",
                "with brokers and server");
        rows((kind, name) -> tables.row(
                kind,
                name,
                range("triples", kind, name),
                range("own", kind, name),
                range("compiler", kind, name),
                range("all", kind, name),
                "**" + range("cores-own", kind, name) + "**",
                range("cores-all", kind, name)));
        tables.table(
                "Times as many triples/s as pipelines made by hand, medians of the rounds (lowest to highest)",
                "store",
                "beside",
                "triples/s",
                "**triples/s for each core**",
                "with brokers and server");
        rows((kind, name) -> {
            if (!name.equals(NaiveSuite.VELELLA)) {
                tables.row(
                        kind,
                        name,
                        range("ratio-triples", kind, name),
                        "**" + range("ratio-cores-own", kind, name) + "**",
                        range("ratio-cores-all", kind, name));
            }
        });
        tables.table(
                "Velella beside pipelines made by hand: bytes in the log, and age in the store at a tenth of the load",
                "store",
                "pipeline",
                "graph, B/record",
                "patch, B/record",
                "age, median, ms",
                "age, p99, ms");
        rows((kind, name) -> tables.row(
                kind,
                name,
                range("log-graphs", kind, name),
                range("log-patches", kind, name),
                range("age-p50", kind, name),
                range("age-p99", kind, name)));
        tables.table(
                "Velella beside pipelines made by hand: after kills of source, diff and sink in turn",
                "store",
                "pipeline",
                "kills",
                "messages",
                "graphs lost",
                "graphs doubled",
                "patches lost",
                "patches doubled",
                "**wrong graphs in the store**");
        rows((kind, name) -> tables.row(
                kind,
                name,
                whole("kills", kind, name),
                whole("messages", kind, name),
                whole("lost-graphs", kind, name),
                whole("doubled-graphs", kind, name),
                whole("lost-patches", kind, name),
                whole("doubled-patches", kind, name),
                "**" + whole("wrong", kind, name) + "** of " + Stations.COUNT));
    }

    private interface Row {
        void add(String kind, String name);
    }

    private void rows(Row row) {
        for (String kind : NaiveSuite.kinds()) {
            for (String name : NaiveSuite.CONTENDERS) {
                if (figures.get("triples/" + kind + "/" + name).isPresent()) {
                    row.add(kind, name);
                }
            }
        }
    }

    private String range(String what, String kind, String name) {
        String figure = what + "/" + kind + "/" + name;
        return figures.text(figure) + " (" + figures.spread(figure) + ")";
    }

    private String whole(String what, String kind, String name) {
        return Long.toString(
                Math.round(figures.get(what + "/" + kind + "/" + name).orElse(0)));
    }
}
