package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of the suite {@code codec} as Markdown tables. */
final class CodecReport {
    static final String SUITE = "codec";

    private final Figures figures;

    CodecReport(Figures figures) {
        this.figures = figures;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine, List<Comparison> comparisons, boolean withSizes) throws IOException {
        MarkdownTables tables = new MarkdownTables(SUITE, machine);
        if (!comparisons.isEmpty()) {
            addComparisons(tables, comparisons);
        }
        if (withSizes) {
            addGraphSizes(tables);
            addPatchSizes(tables);
            addKeyFrames(tables);
        }
        tables.write(file);
    }

    private void addComparisons(MarkdownTables tables, List<Comparison> comparisons) {
        tables.table(
                "Time and allocation, per triple or patch row",
                "scenario",
                "ours, ns",
                "peer",
                "peer, ns",
                "**times faster**",
                "lowest to highest",
                "by processor time",
                "ours, B",
                "peer, B");
        for (Comparison comparison : comparisons) {
            for (Comparison.Entry own : comparison.own()) {
                for (Comparison.Entry peer : comparison.peers()) {
                    addPair(tables, comparison.scenario(), own.label(), peer.label());
                }
            }
        }
    }

    private void addPair(MarkdownTables tables, String scenario, String own, String peer) {
        String pair = scenario + "/" + own + "/" + peer;
        tables.row(
                scenario + own.substring("velella".length()),
                figures.text("time/" + scenario + "/" + own),
                peer,
                figures.text("time/" + scenario + "/" + peer),
                "**" + figures.text("ratio/" + pair) + "**",
                figures.text("ratio-low/" + pair) + " to " + figures.text("ratio-high/" + pair),
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
                "text / stateful",
                "text / dense");
        for (String stream : patchStreams()) {
            tables.row(
                    stream,
                    figures.text("size/" + stream + "/velella-stateful"),
                    figures.text("size/" + stream + "/velella-dense"),
                    figures.text("size/" + stream + "/velella-big"),
                    figures.text("size/" + stream + "/jena-text"),
                    figures.text("size/" + stream + "/jena-thrift"),
                    figures.text("size-ratio/" + stream + "/jena-text/velella-stateful"),
                    figures.text("size-ratio/" + stream + "/jena-text/velella-dense"));
        }
    }

    private void addKeyFrames(MarkdownTables tables) {
        List<String> streams = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            streams.add(workload.label() + Sizes.GRAPHS);
        }
        streams.addAll(patchStreams());
        List<String> columns = new ArrayList<>(streams);
        columns.add(0, "every");
        tables.table("Bytes per triple or row with a key frame every so many frames", columns);
        for (int interval : Sizes.KEY_FRAME_INTERVALS) {
            List<String> cells = new ArrayList<>();
            cells.add(Integer.toString(interval));
            for (String stream : streams) {
                cells.add(figures.text("key-frames/" + stream + "/" + interval)
                        + cost("key-frames-cost/" + stream + "/" + interval));
            }
            tables.row(cells);
        }
        List<String> cells = new ArrayList<>();
        cells.add(Sizes.NEVER);
        streams.forEach(stream -> cells.add(figures.text("key-frames/" + stream + "/" + Sizes.NEVER)));
        tables.row(cells);
    }

    private String cost(String name) {
        return String.format(Locale.ROOT, " (%+.1f %%)", figures.get(name).orElse(Double.NaN));
    }

    private static List<String> patchStreams() {
        List<String> streams = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            streams.add(workload.label() + Sizes.PATCHES);
            streams.add(workload.label() + Sizes.SORTED_PATCHES);
        }
        return streams;
    }
}
