package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The figures of the suite {@code source} as Markdown. */
final class SourceReport {
    static final String SUITE = "source";

    private final Figures figures;

    SourceReport(Figures figures) {
        this.figures = figures;
    }

    /** Writes into the page, as {@link MarkdownTables#write}. */
    void write(Path file, List<String> machine) throws IOException {
        MarkdownTables tables = new MarkdownTables(SUITE, machine);
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
                "plain, messages/s",
                "velella to plain (lowest, highest round)",
                "processor time, velella to plain");
        for (SourcePayload payload : SourcePayload.values()) {
            for (SourceProducer producer : SourceProducer.values()) {
                String name = SourceSuite.throughBrokers(payload, producer);
                tables.row(
                        payload.label(),
                        producer.title(),
                        figures.text("rate/" + name + "/velella"),
                        figures.text("rate/" + name + "/plain"),
                        figures.text("ratio/" + name + "/velella/plain") + " ("
                                + figures.text("ratio-low/" + name + "/velella/plain") + ", "
                                + figures.text("ratio-high/" + name + "/velella/plain") + ")",
                        figures.text("ratio-cpu/" + name + "/velella/plain"));
            }
        }
        tables.write(file);
    }
}
