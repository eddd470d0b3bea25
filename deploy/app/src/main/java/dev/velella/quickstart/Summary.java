package dev.velella.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a finished run as a table. Stateless. */
final class Summary {
    private Summary() {}

    /** Bytes of the broker's logs of both topics, as they are on disk. */
    record Logs(long graphs, long patches) {}

    /** Lines of the table. */
    static List<String> lines(GraphMeter graphs, PatchMeter patches, Logs logs, int streams, Duration elapsed) {
        double seconds = elapsed.toMillis() / 1000.0;
        List<String> lines = new ArrayList<>();
        lines.add(row("graphs", graphs.graphs(), "of " + streams + (streams == 1 ? " stream" : " streams")));
        lines.add(row("triples", graphs.statements(), "in all graphs"));
        lines.add(row("patches", patches.patches(), withoutPatch(graphs, patches)));
        lines.add(row("adds", patches.adds(), ""));
        lines.add(row("deletes", patches.deletes(), ""));
        lines.add(row("N-Quads", graphs.nquadsBytes(), "bytes, the graphs as text"));
        lines.add(bytes("Jelly values", graphs.jellyBytes(), "bytes", graphs));
        lines.add(bytes("log of graphs", logs.graphs, "bytes on disk, with keys and headers, compressed", graphs));
        lines.add(bytes("RDF Patch text", patches.textBytes(), "bytes", graphs));
        lines.add(bytes("Jelly-Patch values", patches.jellyBytes(), "bytes", graphs));
        lines.add(bytes("log of patches", logs.patches, "bytes on disk, with keys and headers, compressed", graphs));
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

    private static String bytes(String name, long bytes, String remark, GraphMeter graphs) {
        String times = bytes == 0
                ? ""
                : String.format(Locale.ROOT, ", 1/%.1f of the N-Quads", (double) graphs.nquadsBytes() / bytes);
        return row(name, bytes, remark + times);
    }
}
