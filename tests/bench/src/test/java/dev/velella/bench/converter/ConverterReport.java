package dev.velella.bench.converter;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.List;

/** The figures of the suite {@code converter} as a Markdown table. */
public final class ConverterReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public ConverterReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
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
                figures.spread("overhead/" + name),
                figures.text("overhead-cpu/" + name) + " %",
                figures.text("alloc/" + codec),
                figures.text("alloc/" + name));
    }
}
