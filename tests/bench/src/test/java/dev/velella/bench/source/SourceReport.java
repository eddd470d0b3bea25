package dev.velella.bench.source;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.bench.measure.Report;

/** The figures of the suite {@code source} as Markdown. */
public final class SourceReport implements Report {
    private final Figures figures;

    /** A report of these figures. */
    public SourceReport(Figures figures) {
        this.figures = figures;
    }

    @Override
    public void addTo(MarkdownTables tables) {
        tables.table(
                "JSON of the weather station to 115 triples, in process, one thread",
                "way",
                "messages/s",
                "messages/s of processor time",
                "ns/triple of processor time",
                "bytes allocated a message");
        for (PayloadWay way : PayloadWay.values()) {
            String name = SourceSuite.TEMPLATE + "/" + way.label();
            tables.row(
                    way.label(),
                    figures.text("rate/" + name),
                    figures.text("rate-cpu/" + name),
                    figures.text("triple-cpu/" + name),
                    figures.text("alloc/" + name));
        }
        tables.table(
                "From MQTT to Kafka, one task",
                "payload",
                "producer",
                "velella, messages/s",
                "relay",
                "relay, messages/s",
                "**velella / relay**",
                "lowest to highest",
                "by processor time",
                "velella, us of processors",
                "relay, us of processors");
        for (SourcePayload payload : SourcePayload.values()) {
            for (SourceProducer producer : SourceProducer.of(payload)) {
                for (SourceWay way : SourceWay.with(producer)) {
                    if (way != SourceWay.VELELLA) {
                        addTo(tables, payload, producer, way.label());
                    }
                }
            }
        }
    }

    private void addTo(MarkdownTables tables, SourcePayload payload, SourceProducer producer, String relay) {
        String name = SourceSuite.throughBrokers(payload, producer);
        String ratio = name + "/" + SourceWay.VELELLA.label() + "/" + relay;
        tables.row(
                payload.label(),
                producer.title(),
                figures.text("rate/" + name + "/" + SourceWay.VELELLA.label()),
                relay,
                figures.text("rate/" + name + "/" + relay),
                figures.strong("ratio/" + ratio),
                figures.spread("ratio/" + ratio),
                figures.text("ratio-cpu/" + ratio),
                figures.text("cpu/" + name + "/" + SourceWay.VELELLA.label()),
                figures.text("cpu/" + name + "/" + relay));
    }
}
