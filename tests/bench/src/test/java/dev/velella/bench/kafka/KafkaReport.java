package dev.velella.bench.kafka;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordVariant;

/** The figures of the suite {@code kafka} as Markdown tables. */
public final class KafkaReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public KafkaReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        for (Workload workload : Workload.values()) {
            for (StreamKind kind : StreamKind.values()) {
                addBytes(tables, workload.label() + "-" + kind.label(), kind);
            }
        }
        for (Workload workload : Workload.values()) {
            for (StreamKind kind : StreamKind.values()) {
                addRates(tables, workload.label() + "-" + kind.label(), kind);
            }
        }
    }

    /** The text format that is what ours is compared with. */
    private static String text(StreamKind kind) {
        return (kind == StreamKind.GRAPHS ? RecordFormat.N_QUADS : RecordFormat.RDF_PATCH_TEXT).label();
    }

    private void addBytes(MarkdownTables tables, String stream, StreamKind kind) {
        String text = text(kind);
        tables.table(
                "Bytes per record, " + stream,
                "variant",
                "value",
                "headers",
                "key, value, headers",
                "log",
                "log, zstd",
                text + " / value",
                text + " / record",
                text + " / log",
                text + " / log, zstd");
        for (RecordVariant variant : RecordVariant.inBytes(kind)) {
            String name = stream + "/" + variant.label();
            String pair = stream + "/" + text + "/" + variant.label();
            tables.row(
                    variant.label(),
                    figures.text("value/" + name),
                    figures.text("headers/" + name),
                    figures.text("record/" + name),
                    figures.text("log-none/" + name),
                    figures.text("log-zstd/" + name),
                    figures.text("value-ratio/" + pair),
                    figures.text("record-ratio/" + pair),
                    figures.text("log-none-ratio/" + pair),
                    figures.text("log-zstd-ratio/" + pair));
        }
    }

    private void addRates(MarkdownTables tables, String stream, StreamKind kind) {
        String text = text(kind);
        String thrift = (kind == StreamKind.GRAPHS ? RecordFormat.RDF_THRIFT : RecordFormat.RDF_PATCH_THRIFT).label();
        tables.table(
                "Records per second end to end, " + stream,
                "variant",
                "compression",
                "records/s",
                "**times " + text + "**",
                "lowest to highest",
                "by processor time",
                "times " + thrift,
                "processor, us/record");
        for (Compression compression : Compression.values()) {
            String scenario = stream + "-" + compression.label();
            for (RecordVariant variant : RecordVariant.of(kind)) {
                String pair = scenario + "/" + variant.label() + "/" + text;
                tables.row(
                        variant.label(),
                        compression.label(),
                        figures.text("rate/" + scenario + "/" + variant.label()),
                        figures.strong("ratio/" + pair),
                        figures.spread("ratio/" + pair),
                        figures.text("ratio-cpu/" + pair),
                        figures.text("ratio/" + scenario + "/" + variant.label() + "/" + thrift),
                        figures.text("cpu/" + scenario + "/" + variant.label()));
            }
        }
    }
}
