package dev.velella.bench.kafka;

import dev.velella.bench.codec.PatchCodec;
import dev.velella.bench.codec.Verification;
import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordPipe;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.record.RecordStream.Element;
import dev.velella.bench.record.RecordVariant;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Bytes of the records of a topic and of the broker's log, and whether what comes out of the topic is what went in.
 *
 * <p>A record is counted as the bytes of its key, its value, and the names and values of its headers. What Kafka adds,
 * lengths and the head of the batch, is in the bytes of the log.
 */
final class KafkaSizes {
    /** Longer than any pass needs for a batch: only full ones are sent, and the last. */
    private static final int FULL_BATCHES_LINGER_MS = 5000;

    private final BenchmarkBroker broker;
    private final int elements;
    private final List<Compression> compressions;
    private final Figures figures;
    private final PrintStream progress;

    /** @param scale how long every stream is, and how its topics are compressed */
    KafkaSizes(BenchmarkBroker broker, KafkaScale scale, Figures figures, PrintStream progress) {
        this.broker = broker;
        this.elements = scale.sizeElements();
        this.compressions = scale.compressions();
        this.figures = figures;
        this.progress = progress;
    }

    /** @throws BenchmarkException if something else is read than was written */
    void count(Workload workload, StreamKind kind) throws IOException {
        RecordStream stream = RecordStream.of(workload, kind, elements);
        progress.println("counting bytes of " + stream.label() + ", and reading them back");
        List<RecordVariant> variants = RecordVariant.inBytes(kind);
        for (RecordVariant variant : variants) {
            count(stream, variant);
        }
        addRatios(stream, variants);
    }

    /** Sums over the records of a topic. */
    private static final class Bytes {
        long values;
        long headers;
        long keys;

        void add(ConsumerRecord<byte[], byte[]> record) {
            values += record.value().length;
            keys += record.key().length;
            for (Header header : record.headers()) {
                headers += header.key().length() + header.value().length;
            }
        }
    }

    private void count(RecordStream stream, RecordVariant variant) throws IOException {
        List<Object> models = models(stream, variant.format());
        String name = stream.label() + "/" + variant.label();
        for (Compression compression : compressions) {
            Bytes bytes = new Bytes();
            String topic = stream.label() + "-" + variant.label() + "-" + compression.label();
            broker.createTopic(topic);
            try (RecordPipe pipe = new RecordPipe(
                    broker.bootstrapServers(), topic, compression.label(), FULL_BATCHES_LINGER_MS, stream)) {
                pipe.once(variant, models, (number, record, content) -> {
                    bytes.add(record);
                    verify(variant, models.get((int) number), content, name + ", element " + number);
                });
            }
            double log = (double) broker.logBytes(topic) / models.size();
            if (compression == Compression.NONE) {
                add("value/" + name, (double) bytes.values / models.size());
                add("headers/" + name, (double) bytes.headers / models.size());
                add("record/" + name, (double) (bytes.values + bytes.headers + bytes.keys) / models.size());
            }
            add("log-" + compression.label() + "/" + name, log);
            broker.deleteTopic(topic);
        }
    }

    private void add(String name, double bytes) {
        figures.add(name, bytes, "B/record");
    }

    /** How many times smaller every variant of ours is than each other format. */
    private void addRatios(RecordStream stream, List<RecordVariant> variants) {
        List<String> kinds = new ArrayList<>(List.of("value", "record"));
        compressions.forEach(compression -> kinds.add("log-" + compression.label()));
        for (RecordVariant own : variants) {
            for (RecordVariant peer : variants) {
                if (own.format() == RecordFormat.VELELLA && peer.format() != RecordFormat.VELELLA) {
                    for (String what : kinds) {
                        String base = what + "/" + stream.label() + "/";
                        figures.add(
                                what + "-ratio/" + stream.label() + "/" + peer.label() + "/" + own.label(),
                                figures.get(base + peer.label()).orElse(Double.NaN)
                                        / figures.get(base + own.label()).orElse(Double.NaN),
                                "x");
                    }
                }
            }
        }
    }

    /** Elements in the objects that the format works on. */
    static List<Object> models(RecordStream stream, RecordFormat format) throws IOException {
        List<Object> models = new ArrayList<>(stream.elements().size());
        for (Element element : stream.elements()) {
            models.add(format.model(element));
        }
        return models;
    }

    /** Text of what went in and of what came out; sorted where the order of statements is the writer's. */
    private static void verify(RecordVariant variant, Object model, Object content, String place) throws IOException {
        Object written = model instanceof Element element ? element.value() : model;
        if (content instanceof RdfPatch || content instanceof RDFPatch) {
            String before = PatchCodec.VELELLA_STATEFUL.text(written);
            String after = PatchCodec.VELELLA_STATEFUL.text(content);
            if (!before.equals(after)
                    && !(variant.reorders() && sortedLines(before).equals(sortedLines(after)))) {
                throw new BenchmarkException(place + " is not what was written");
            }
        } else if (!Verification.same(written, content, variant.reorders())) {
            throw new BenchmarkException(place + " is not what was written");
        }
    }

    private static List<String> sortedLines(String text) {
        return text.lines().sorted().toList();
    }
}
