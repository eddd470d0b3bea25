package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;
import java.util.stream.Stream;

/** The figures of the suite {@code codec} as Markdown tables. */
public final class CodecReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public CodecReport(Figures figures) {
        this.figures = figures;
    }

    /** A report of times and allocation alone, for figures that another Java gave. */
    public static Report times(Figures figures) {
        CodecReport report = new CodecReport(figures);
        return tables -> report.addComparisons(tables, "On another Java, per triple or patch row", report.pairs());
    }

    @Override
    public void addTo(MarkdownTables tables) {
        addComparisons(tables, "Time and allocation, per triple or patch row", pairs());
        addGraphSizes(tables);
        addPatchSizes(tables);
    }

    /** Scenario, contender of ours, and peer. */
    private Stream<String[]> pairs() {
        return figures.names().stream()
                .filter(name -> name.startsWith("ratio/"))
                .map(name -> name.split("/"));
    }

    private void addComparisons(MarkdownTables tables, String heading, Stream<String[]> pairs) {
        tables.table(
                heading,
                "scenario",
                "ours, ns",
                "peer",
                "peer, ns",
                "**times faster**",
                "lowest to highest",
                "by processor time",
                "ours, B",
                "peer, B");
        pairs.forEach(pair -> addPair(tables, pair[1], pair[2], pair[3]));
    }

    private void addPair(MarkdownTables tables, String scenario, String own, String peer) {
        String pair = scenario + "/" + own + "/" + peer;
        tables.row(
                scenario + own.substring("velella".length()),
                figures.text("time/" + scenario + "/" + own),
                peer,
                figures.text("time/" + scenario + "/" + peer),
                figures.strong("ratio/" + pair),
                figures.spread("ratio/" + pair),
                figures.text("ratio-cpu/" + pair),
                figures.text("alloc/" + scenario + "/" + own),
                figures.text("alloc/" + scenario + "/" + peer));
    }

    private void addGraphSizes(MarkdownTables tables) {
        tables.table(
                "Bytes per triple",
                "stream",
                "ours",
                "ours, dense",
                "jelly-jvm",
                "ours / jelly-jvm",
                "rdf4j-binary",
                "rdf4j-ntriples");
        for (Workload workload : Workload.values()) {
            for (Framing framing : Framing.values()) {
                String stream = workload.label() + "-" + framing.label();
                tables.row(
                        stream,
                        figures.text("size/" + stream + "/velella"),
                        figures.text("size/" + stream + "/velella-dense"),
                        figures.text("size/" + stream + "/jelly-jvm"),
                        figures.text("size-ratio/" + stream + "/velella/jelly-jvm"),
                        figures.text("size/" + stream + "/rdf4j-binary"),
                        figures.text("size/" + stream + "/rdf4j-ntriples"));
            }
        }
    }

    private void addPatchSizes(MarkdownTables tables) {
        tables.table(
                "Bytes per patch row",
                "stream",
                "ours, stateful",
                "ours, stateful, dense",
                "ours, self-contained",
                "jena-text",
                "jena-thrift",
                "sparql-update",
                "text / stateful",
                "text / dense",
                "thrift / dense",
                "update / dense");
        for (String stream : patchStreams()) {
            tables.row(
                    stream,
                    figures.text("size/" + stream + "/velella-stateful"),
                    figures.text("size/" + stream + "/velella-dense"),
                    figures.text("size/" + stream + "/velella-big"),
                    figures.text("size/" + stream + "/jena-text"),
                    figures.text("size/" + stream + "/jena-thrift"),
                    figures.text("size/" + stream + "/sparql-update"),
                    figures.text("size-ratio/" + stream + "/jena-text/velella-stateful"),
                    figures.text("size-ratio/" + stream + "/jena-text/velella-dense"),
                    figures.text("size-ratio/" + stream + "/jena-thrift/velella-dense"),
                    figures.text("size-ratio/" + stream + "/sparql-update/velella-dense"));
        }
    }

    private static List<String> patchStreams() {
        return Stream.of(PatchStream.values()).map(PatchStream::label).toList();
    }
}
