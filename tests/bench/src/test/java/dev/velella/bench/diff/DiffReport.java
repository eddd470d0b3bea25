package dev.velella.bench.diff;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;

/** The figures of the suite {@code diff} as Markdown tables. */
public final class DiffReport implements Report {
    private static final List<String> FULL_LENGTH = List.of(
            "elements",
            "patches",
            "adds",
            "deletes",
            "operations",
            "input",
            "input-headers",
            "patch",
            "patch-given",
            "patch-headers",
            "text",
            "changelog",
            "ratio-text",
            "ratio-text-given",
            "ratio-input",
            "ratio-input-given",
            "ratio-input-with-headers");

    private final Figures figures;

    /** A report of these figures. */
    public DiffReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "Diff of weather, from frame to patch",
                "temporal statement, streams",
                "form",
                "ours, ns/triple",
                "ours, triples/s",
                "rdf4j, ns/triple",
                "**ratio**",
                "lowest to highest",
                "by processor time",
                "ours, B/triple",
                "rdf4j, B/triple");
        for (String variant : List.of("keep-1", "keep-100", "drop-1", "drop-100")) {
            String name = DiffSuite.SPEED + "-" + variant;
            for (String form : List.of("velella", "velella-dictionary")) {
                tables.row(
                        variant,
                        form.equals("velella") ? "key frames" : "dictionary",
                        figures.text("time/" + name + "/" + form),
                        figures.text("rate/" + name + "/" + form),
                        figures.text("time/" + name + "/rdf4j"),
                        figures.strong("ratio/" + name + "/" + form),
                        figures.spread("ratio/" + name + "/" + form),
                        figures.text("ratio-cpu/" + name + "/" + form),
                        figures.text("alloc/" + name + "/" + form),
                        figures.text("alloc/" + name + "/rdf4j"));
            }
        }
        tables.table(
                "Through a broker, one thread, exactly once",
                "relay",
                "JVMs",
                "app, graphs/s",
                "relay, graphs/s",
                "**share of the relay's**",
                "lowest to highest",
                "app, processor us/graph",
                "relay, processor us/graph");
        relay(tables, "no compression", "");
        relay(tables, "compression of the app", "-zstd");
        tables.table("Full length; bytes in MiB", "what", "temporal statement kept", "dropped");
        for (String what : FULL_LENGTH) {
            tables.row(
                    what,
                    figures.text(what + "/" + DiffSuite.FULL_LENGTH + "-keep"),
                    figures.text(what + "/" + DiffSuite.FULL_LENGTH + "-drop"));
        }
    }

    private void relay(MarkdownTables tables, String title, String kind) {
        String broker = "/" + DiffThroughBroker.NAME;
        tables.row(
                title,
                "warm",
                figures.text("rate" + broker + "/app"),
                figures.text("rate" + broker + "/relay" + kind),
                "**" + figures.text("share" + kind + broker) + " %**",
                figures.spread("share" + kind + broker),
                figures.text("cpu" + broker + "/app"),
                figures.text("cpu" + broker + "/relay" + kind));
        tables.row(
                title,
                "cold",
                figures.text("rate-cold" + broker + "/app"),
                figures.text("rate-cold" + broker + "/relay" + kind),
                figures.text("share" + kind + "-cold" + broker) + " %",
                "",
                "",
                "");
    }
}
