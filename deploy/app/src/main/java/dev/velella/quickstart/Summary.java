package dev.velella.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a finished run as a table. Stateless. */
final class Summary {
    private Summary() {}

    /** Lines of the table. */
    static List<String> lines(GraphMeter graphs, PatchMeter patches, int streams, Duration elapsed) {
        double seconds = elapsed.toMillis() / 1000.0;
        List<String> lines = new ArrayList<>();
        lines.add(row("graphs", graphs.graphs(), "of " + streams + (streams == 1 ? " stream" : " streams")));
        lines.add(row("triples", graphs.statements(), "in all graphs"));
        lines.add(row("patches", patches.patches(), withoutPatch(graphs, patches)));
        lines.add(row("adds", patches.adds(), ""));
        lines.add(row("deletes", patches.deletes(), ""));
        lines.add(row("N-Quads", graphs.nquadsBytes(), "bytes, the graphs as text"));
        lines.add(
                row("Jelly in Kafka", graphs.jellyBytes(), "bytes" + times(graphs.nquadsBytes(), graphs.jellyBytes())));
        lines.add(
                row("RDF Patch text", patches.textBytes(), "bytes" + times(graphs.nquadsBytes(), patches.textBytes())));
        lines.add(row(
                "Jelly-Patch in Kafka",
                patches.jellyBytes(),
                "bytes" + times(graphs.nquadsBytes(), patches.jellyBytes())));
        lines.add(String.format(
                Locale.ROOT,
                "  %-22s %,14.1f  seconds, %,.0f graphs a second",
                "elapsed",
                seconds,
                seconds > 0 ? graphs.graphs() / seconds : 0));
        return lines;
    }

    /** The reason why there are fewer patches than graphs. */
    private static String withoutPatch(GraphMeter graphs, PatchMeter patches) {
        long unchanged = graphs.graphs() - graphs.late() - patches.patches();
        List<String> remarks = new ArrayList<>();
        if (graphs.late() > 0) {
            remarks.add(String.format(Locale.ROOT, "%,d graphs were late and dropped", graphs.late()));
        }
        if (unchanged > 0) {
            remarks.add(String.format(Locale.ROOT, "%,d graphs changed nothing", unchanged));
        }
        return String.join(", ", remarks);
    }

    private static String row(String name, long value, String remark) {
        return String.format(Locale.ROOT, "  %-22s %,14d  %s", name, value, remark)
                .stripTrailing();
    }

    private static String times(long text, long bytes) {
        return bytes == 0 ? "" : String.format(Locale.ROOT, ", 1/%.1f of the N-Quads", (double) text / bytes);
    }
}
