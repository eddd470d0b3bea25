package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The figures of the suite {@code sink} as Markdown tables. */
final class SinkReport {
    static final String SUITE = "sink";

    private final Figures figures;
    private final SinkScale scale;

    SinkReport(Figures figures, SinkScale scale) {
        this.figures = figures;
        this.scale = scale;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine) throws IOException {
        MarkdownTables tables = new MarkdownTables(SUITE, machine);
        tables.table(
                "Patches into a store in process",
                "target, statements in it",
                "ours, patches/s",
                "RDF4J, one transaction of the same net statements, patches/s",
                "**ratio**",
                "lowest to highest",
                "RDF4J, a transaction per patch, patches/s",
                "**ratio**",
                "lowest to highest",
                "ours, filling, statements/s",
                "RDF4J, filling, statements/s");
        for (String kind : SinkSuite.names()) {
            for (int statements : scale.statements()) {
                String name = kind + "-" + statements;
                String bulk = name + "/" + SinkSuite.BULK;
                String single = name + "/" + SinkSuite.SINGLE;
                tables.row(
                        kind + ", " + statements,
                        figures.text("rate/" + name + "/" + SinkSuite.VELELLA),
                        figures.text("rate/" + bulk),
                        "**" + figures.text("ratio/" + bulk) + "**",
                        figures.text("ratio-low/" + bulk) + " to " + figures.text("ratio-high/" + bulk),
                        figures.text("rate/" + single),
                        "**" + figures.text("ratio/" + single) + "**",
                        figures.text("ratio-low/" + single) + " to " + figures.text("ratio-high/" + single),
                        figures.text("load/" + name + "/" + SinkSuite.VELELLA),
                        figures.text("load/" + bulk));
            }
        }
        tables.write(file);
    }
}
