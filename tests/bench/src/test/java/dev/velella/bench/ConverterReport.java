package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The figures of the suite {@code converter} as a Markdown table. */
final class ConverterReport {
    static final String SUITE = "converter";

    private final Figures figures;

    ConverterReport(Figures figures) {
        this.figures = figures;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine) throws IOException {
        MarkdownTables tables = new MarkdownTables(SUITE, machine);
        tables.table(
                "What the converter adds to the codec",
                "scenario",
                "codec, ns/record",
                "layer",
                "ns/record",
                "**more time**",
                "lowest to highest",
                "by processor time",
                "codec, B/record",
                "layer, B/record");
        for (String scenario : ConverterSuite.names()) {
            for (ConverterLayer layer : List.of(ConverterLayer.PROTOCOL, ConverterLayer.CONVERTER)) {
                addRow(tables, scenario, layer.label());
            }
        }
        tables.write(file);
    }

    private void addRow(MarkdownTables tables, String scenario, String layer) {
        String codec = scenario + "/" + ConverterLayer.CODEC.label();
        String name = scenario + "/" + layer;
        tables.row(
                scenario,
                figures.text("time/" + codec),
                layer,
                figures.text("time/" + name),
                "**" + figures.text("overhead/" + name) + " %**",
                figures.text("overhead-low/" + name) + " to " + figures.text("overhead-high/" + name),
                figures.text("overhead-cpu/" + name) + " %",
                figures.text("alloc/" + codec),
                figures.text("alloc/" + name));
    }
}
