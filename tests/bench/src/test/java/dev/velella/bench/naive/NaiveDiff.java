package dev.velella.bench.naive;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/** Second part of the hand-made pipeline: compares each graph with the last one of its station, in memory, and writes RDF Patch text. */
public final class NaiveDiff {
    private final NaiveClients clients;
    private final Map<String, Model> last = new HashMap<>();

    NaiveDiff(NaiveClients clients) {
        this.clients = clients;
    }

    void run(String graphs, String patches) throws IOException {
        try (KafkaConsumer<String, String> consumer = clients.consumer(graphs);
                KafkaProducer<String, String> producer = clients.producer()) {
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    producer.send(new ProducerRecord<>(patches, record.key(), patch(record.key(), record.value())));
                }
                if (clients.better()) {
                    producer.flush();
                    consumer.commitSync();
                }
            }
        }
    }

    private String patch(String station, String quads) throws IOException {
        Model now = Rio.parse(new StringReader(quads), RDFFormat.NQUADS);
        Model before = last.put(station, now);
        return patch(before == null ? new LinkedHashModel() : before, now);
    }

    /** The RDF Patch text that leads from one model to the next. */
    public static String patch(Model old, Model now) {
        StringBuilder patch = new StringBuilder("TX .\n");
        rows(patch, "D ", old.stream().filter(s -> !now.contains(s)).toList());
        rows(patch, "A ", now.stream().filter(s -> !old.contains(s)).toList());
        return patch.append("TC .\n").toString();
    }

    private static void rows(StringBuilder patch, String code, List<Statement> statements) {
        StringWriter quads = new StringWriter();
        Rio.write(statements, quads, RDFFormat.NQUADS);
        quads.toString().lines().forEach(line -> patch.append(code).append(line).append('\n'));
    }
}
