package dev.velella.bench.outbox;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;

/** The figures of the suite {@code outbox} as Markdown tables. */
public final class OutboxReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public OutboxReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Time of a commit with an outbox, in times of a commit without",
                "store, statements of a commit, writers",
                "**synced**",
                "lowest to highest",
                "by processor time",
                "**not synced**",
                "lowest to highest",
                "by processor time");
        List<String> scenarios = figures.parts("ratio/", 1);
        for (String scenario : scenarios) {
            String synced = scenario + "/outbox/plain";
            String unsynced = scenario + "/unsynced/plain";
            tables.row(
                    title(scenario),
                    figures.strong("ratio/" + synced),
                    figures.spread("ratio/" + synced),
                    figures.text("ratio-cpu/" + synced),
                    figures.strong("ratio/" + unsynced),
                    figures.spread("ratio/" + unsynced),
                    figures.text("ratio-cpu/" + unsynced));
        }
        tables.table(
                "Commits of 8 writers that were acknowledged and are gone after a kill -9",
                "store",
                "median of the kills",
                "lowest to highest");
        for (String store : figures.parts("lost/", 1)) {
            for (String each : List.of("plain", "outbox")) {
                String name = "lost/" + store + "/" + each;
                tables.row(store + ", " + each, figures.text(name), figures.spread(name));
            }
        }
        tables.table("Bytes in the outbox", "store, statements of a commit, writers", "RDF Patch text / frame");
        for (String scenario : scenarios) {
            tables.row(title(scenario), figures.text("size/" + scenario + "/text/frame"));
        }
    }

    /** {@code lmdb-synced-10-statements-1-writers} as {@code lmdb-synced, 10, 1}. */
    private static String title(String scenario) {
        return scenario.replaceFirst("-(\\d+)-statements-(\\d+)-writers", ", $1, $2");
    }
}
