package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The figures of a run as Markdown tables.
 *
 * <p>Where the file exists and holds the two marker lines, only what stands between them is replaced, so that the page
 * around it can be written by hand; otherwise the file is written whole.
 */
final class MarkdownReport {
    static final String BEGIN = "<!-- figures of tests/bench/run codec: begin -->";
    static final String END = "<!-- figures of tests/bench/run codec: end -->";

    private final Figures figures;
    private final List<String> lines = new ArrayList<>();

    MarkdownReport(Figures figures) {
        this.figures = figures;
    }

    void write(Path file, List<String> machine, List<Comparison> comparisons, boolean withSizes) throws IOException {
        lines.clear();
        machine.forEach(line -> lines.add("- " + line));
        if (!comparisons.isEmpty()) {
            addComparisons(comparisons);
        }
        if (withSizes) {
            addGraphSizes();
            addPatchSizes();
            addKeyFrames();
        }
        String text = String.join("\n", lines) + "\n";
        String old = Files.exists(file) ? Files.readString(file) : "";
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        if (begin >= 0 && end > begin) {
            text = old.substring(0, begin + BEGIN.length()) + "\n" + text + old.substring(end);
        }
        Files.writeString(file, text);
    }

    private void addComparisons(List<Comparison> comparisons) {
        heading("Time and allocation, per triple or patch row");
        row(
                "scenario",
                "ours, ns",
                "peer",
                "peer, ns",
                "**times faster**",
                "lowest to highest",
                "by processor time",
                "ours, B",
                "peer, B");
        row("---", "---", "---", "---", "---", "---", "---", "---", "---");
        for (Comparison comparison : comparisons) {
            for (Comparison.Entry own : comparison.own()) {
                for (Comparison.Entry peer : comparison.peers()) {
                    addPair(comparison.scenario(), own.label(), peer.label());
                }
            }
        }
    }

    private void addPair(String scenario, String own, String peer) {
        String pair = scenario + "/" + own + "/" + peer;
        row(
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

    private void addGraphSizes() {
        heading("Bytes per triple");
        row("stream", "ours", "ours, dense", "jelly-jvm", "ours / jelly-jvm", "rdf4j-binary", "rdf4j-ntriples");
        row("---", "---", "---", "---", "---", "---", "---");
        for (Workload workload : Workload.values()) {
            for (Framing framing : Framing.values()) {
                String stream = workload.label() + "-" + framing.label();
                row(
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

    private void addPatchSizes() {
        heading("Bytes per patch row");
        row(
                "stream",
                "ours, stateful",
                "ours, stateful, dense",
                "ours, self-contained",
                "jena-text",
                "jena-thrift",
                "text / stateful",
                "text / dense");
        row("---", "---", "---", "---", "---", "---", "---", "---");
        for (String stream : patchStreams()) {
            row(
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

    private void addKeyFrames() {
        heading("Bytes per triple or row with a key frame every so many frames");
        List<String> streams = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            streams.add(workload.label() + Sizes.GRAPHS);
        }
        streams.addAll(patchStreams());
        row("every", streams);
        row("---", streams.stream().map(stream -> "---").toList());
        for (int interval : Sizes.KEY_FRAME_INTERVALS) {
            row(
                    Integer.toString(interval),
                    streams.stream()
                            .map(stream -> figures.text("key-frames/" + stream + "/" + interval)
                                    + cost("key-frames-cost/" + stream + "/" + interval))
                            .toList());
        }
        row(
                Sizes.NEVER,
                streams.stream()
                        .map(stream -> figures.text("key-frames/" + stream + "/" + Sizes.NEVER))
                        .toList());
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

    private void heading(String text) {
        lines.add("");
        lines.add("### " + text);
        lines.add("");
    }

    private void row(String first, List<String> others) {
        lines.add("| " + first + others.stream().map(cell -> " | " + cell).collect(Collectors.joining()) + " |");
    }

    private void row(String first, String... others) {
        row(first, List.of(others));
    }
}
