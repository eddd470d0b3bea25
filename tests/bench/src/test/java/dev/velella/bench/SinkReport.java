package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The figures of the suite {@code sink} as Markdown tables. */
final class SinkReport {
    static final String SUITE = "sink";

    private final Figures figures;
    private final SinkScale scale;
    private final List<String> kinds;

    /** @param kinds that were measured */
    SinkReport(Figures figures, SinkScale scale, List<String> kinds) {
        this.figures = figures;
        this.scale = scale;
        this.kinds = kinds;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine) throws IOException {
        MarkdownTables tables = new MarkdownTables(SUITE, machine);
        tables.table(
                "Patches into a store",
                "store, statements in it",
                "ours, patches/s",
                "the last operation of every statement by its own means, patches/s",
                "**ours / that**",
                "lowest to highest",
                "by processor time",
                "only what differs in the end by its own means, patches/s",
                "ours / that",
                "one request a patch, patches/s",
                "**ours / that**",
                "lowest to highest");
        for (String kind : kinds) {
            for (int statements : scale.statements()) {
                String name = kind + "-" + statements;
                String bulk = name + "/" + SinkSuite.BULK;
                String differences = name + "/" + SinkSuite.DIFFERENCES;
                String single = name + "/" + SinkSuite.SINGLE;
                tables.row(
                        kind + ", " + statements,
                        figures.text("rate/" + name + "/" + SinkSuite.VELELLA),
                        figures.text("rate/" + bulk),
                        "**" + figures.text("ratio/" + bulk) + "**",
                        figures.text("ratio-low/" + bulk) + " to " + figures.text("ratio-high/" + bulk),
                        figures.text("ratio-cpu/" + bulk),
                        figures.text("rate/" + differences),
                        figures.text("ratio/" + differences),
                        figures.text("rate/" + single),
                        "**" + figures.text("ratio/" + single) + "**",
                        figures.text("ratio-low/" + single) + " to " + figures.text("ratio-high/" + single));
            }
        }
        tables.table(
                "What grows with the store, and filling it",
                "store, statements",
                "time of a patch, largest / smallest store",
                "ours, filling it, statements/s",
                "ours, a thousand statements a transaction after that, statements/s",
                "**ratio**",
                "its own means, filling it, statements/s");
        int largest = scale.statements().get(scale.statements().size() - 1);
        for (String kind : kinds) {
            String name = kind + "-" + largest;
            tables.row(
                    kind + ", " + largest,
                    figures.text("growth/" + kind),
                    figures.text("load/" + name + "/" + SinkSuite.VELELLA),
                    figures.text("load-small/" + name + "/" + SinkSuite.VELELLA),
                    "**" + figures.text("load-ratio/" + name) + "**",
                    figures.text("load/" + name + "/" + SinkSuite.BULK));
        }
        if (kinds.contains("lmdb")) {
            tables.table(
                    "What it costs to commit values first",
                    "statements in the store",
                    "not crash-safe, patches/s",
                    "crash-safe, patches/s",
                    "**ratio**",
                    "lowest to highest");
            for (int statements : scale.statements()) {
                String name = "lmdb-" + statements;
                String pair = name + "/" + SinkSuite.VALUES_FIRST + "/" + SinkSuite.DIRECT;
                tables.row(
                        Integer.toString(statements),
                        figures.text("rate/" + name + "/" + SinkSuite.DIRECT),
                        figures.text("rate/" + name + "/" + SinkSuite.VALUES_FIRST),
                        "**" + figures.text("ratio/" + pair) + "**",
                        figures.text("ratio-low/" + pair) + " to " + figures.text("ratio-high/" + pair));
            }
        }
        tables.write(file);
    }
}
