package dev.velella.bench.batch;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import java.util.ArrayList;
import java.util.List;

/** The figures of {@link BatchSizes} as Markdown tables, one for each stream. */
public final class BatchReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public BatchReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        List<BatchShape> shapes = List.of(BatchShape.values());
        for (BatchShape shape : shapes) {
            for (StreamKind kind : StreamKind.values()) {
                add(tables, shape.label() + "-" + kind.label());
            }
        }
        addFields(tables, shapes);
    }

    private void addFields(MarkdownTables tables, List<BatchShape> shapes) {
        List<String> columns = new ArrayList<>(List.of("part"));
        for (BatchShape shape : shapes) {
            columns.add(shape.label() + "-" + StreamKind.PATCHES.label());
        }
        tables.table("Bytes of each part of a patch that builds on a dictionary", columns);
        for (String part : RecordFields.PARTS) {
            List<String> cells = new ArrayList<>(List.of(part));
            for (String stream : columns.subList(1, columns.size())) {
                cells.add(figures.text("field/" + stream + "/" + part));
            }
            tables.row(cells);
        }
    }

    private void add(MarkdownTables tables, String stream) {
        List<String> columns = new ArrayList<>(List.of("format", "value", "headers"));
        for (String compression : BatchSizes.COMPRESSIONS) {
            for (int fill : BatchSizes.FILLS) {
                columns.add(compression + " (" + fill + ")");
            }
        }
        tables.table("Bytes per record, " + stream + " (records in a batch)", columns);
        for (String format : BatchSizes.formats()) {
            String name = stream + "/" + format;
            if (figures.get("batch-value/" + name).isPresent()) {
                tables.row(cells(format, name));
            }
        }
    }

    private List<String> cells(String format, String name) {
        List<String> cells = new ArrayList<>(
                List.of(format, figures.text("batch-value/" + name), figures.text("batch-headers/" + name)));
        for (String compression : BatchSizes.COMPRESSIONS) {
            for (int fill : BatchSizes.FILLS) {
                cells.add(figures.text("batch/" + name + "/" + compression + "/" + fill));
            }
        }
        return cells;
    }
}
