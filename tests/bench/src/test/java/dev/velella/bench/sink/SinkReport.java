package dev.velella.bench.sink;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;

/** The figures of the suite {@code sink} as Markdown tables. */
public final class SinkReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public SinkReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        addPatches(tables);
        addGrowth(tables);
        addValuesFirst(tables);
    }

    /** Stores and numbers of statements that were measured, as {@code lmdb-100000}. */
    private List<String> stores() {
        return figures.names().stream()
                .filter(name -> name.startsWith("rate/") && name.endsWith("/" + SinkSuite.VELELLA))
                .map(name -> name.split("/")[1])
                .toList();
    }

    private static String title(String store) {
        int last = store.lastIndexOf('-');
        return store.substring(0, last) + ", " + store.substring(last + 1);
    }

    private void addPatches(MarkdownTables tables) {
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
        for (String name : stores()) {
            String bulk = name + "/" + SinkSuite.BULK;
            String differences = name + "/" + SinkSuite.DIFFERENCES;
            String single = name + "/" + SinkSuite.SINGLE;
            tables.row(
                    title(name),
                    figures.text("rate/" + name + "/" + SinkSuite.VELELLA),
                    figures.text("rate/" + bulk),
                    figures.strong("ratio/" + bulk),
                    figures.spread("ratio/" + bulk),
                    figures.text("ratio-cpu/" + bulk),
                    figures.text("rate/" + differences),
                    figures.text("ratio/" + differences),
                    figures.text("rate/" + single),
                    figures.strong("ratio/" + single),
                    figures.spread("ratio/" + single));
        }
    }

    private void addGrowth(MarkdownTables tables) {
        tables.table(
                "What grows with the store, and filling it",
                "store, statements",
                "time of a patch, largest / smallest store",
                "ours, filling it, statements/s",
                "ours, a thousand statements a transaction after that, statements/s",
                "**ratio**",
                "its own means, filling it, statements/s");
        for (String name : figures.parts("load/", 1)) {
            tables.row(
                    title(name),
                    figures.text("growth/" + name),
                    figures.text("load/" + name + "/" + SinkSuite.VELELLA),
                    figures.text("load-small/" + name + "/" + SinkSuite.VELELLA),
                    figures.strong("load-ratio/" + name),
                    figures.text("load/" + name + "/" + SinkSuite.BULK));
        }
    }

    private void addValuesFirst(MarkdownTables tables) {
        tables.table(
                "What it costs to commit values first",
                "statements in the store",
                "not crash-safe, patches/s",
                "crash-safe, patches/s",
                "**ratio**",
                "lowest to highest");
        String ratio = SinkSuite.VALUES_FIRST + "/" + SinkSuite.DIRECT;
        for (String name : stores()) {
            String pair = name + "/" + ratio;
            if (figures.get("ratio/" + pair).isPresent()) {
                tables.row(
                        name.substring(name.lastIndexOf('-') + 1),
                        figures.text("rate/" + name + "/" + SinkSuite.DIRECT),
                        figures.text("rate/" + name + "/" + SinkSuite.VALUES_FIRST),
                        figures.strong("ratio/" + pair),
                        figures.spread("ratio/" + pair));
            }
        }
    }
}
