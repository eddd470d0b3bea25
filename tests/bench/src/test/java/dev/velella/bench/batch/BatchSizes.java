package dev.velella.bench.batch;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.record.RecordVariant;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Bytes of the broker's log by number of devices, records in a batch, and compression. A batch has as many records as the
 * producer has when it sends; therefore a slow partition has batches of one record.
 */
public final class BatchSizes {
    /** Records in a batch; the last is as many as a batch of {@value #BATCH_BYTES} bytes holds. */
    public static final List<Integer> FILLS = List.of(1, 5, 20, 100, 2_000);

    /** Elements of every stream: what is published, and whether it works. */
    public static final int ELEMENTS = 4_000;

    /** Elements of every stream in a quick run. */
    public static final int QUICK_ELEMENTS = 200;

    /** Values of {@code compression.type}. */
    public static final List<String> COMPRESSIONS = List.of("none", "lz4", "zstd");

    /** End of the names of formats whose statements are in dense order, for graphs; patches are always dense. */
    private static final String DENSE = "-dense";

    private static final int BATCH_BYTES = 1 << 19;

    private final BenchmarkBroker broker;
    private final int elements;
    private final List<Integer> fills;
    private final List<String> compressions;
    private final Figures figures;
    private final PrintStream progress;

    /**
     * @param elements of every stream
     * @param fills records in a batch, of {@link #FILLS}
     * @param compressions of {@link #COMPRESSIONS}
     */
    public BatchSizes(
            BenchmarkBroker broker,
            int elements,
            List<Integer> fills,
            List<String> compressions,
            Figures figures,
            PrintStream progress) {
        this.broker = broker;
        this.elements = elements;
        this.fills = fills;
        this.compressions = compressions;
        this.figures = figures;
        this.progress = progress;
    }

    /** Counts the streams of these shapes. */
    public void run(List<BatchShape> shapes) throws IOException {
        for (BatchShape shape : shapes) {
            for (StreamKind kind : StreamKind.values()) {
                count(shape, kind);
            }
        }
    }

    private void count(BatchShape shape, StreamKind kind) throws IOException {
        String stream = shape.label() + "-" + kind.label();
        progress.println("counting bytes of batches of " + stream);
        List<BatchElement> content = shape.elements(kind, elements);
        DictionaryDraft draft = new DictionaryDraft(content, RecordVariant.usualOrder(kind));
        verify(content, draft);
        figures.add("dictionaries/" + stream, draft.dictionaryBytes(), "B");
        new RecordFields(draft.records(), content.get(0).element().kind())
                .perRecord()
                .forEach((part, bytes) -> figures.add("field/" + stream + "/" + part, bytes, "B/record"));
        for (BatchFormat format : BatchFormat.values()) {
            List<BatchRecord> records = format.write(content, RecordVariant.usualOrder(kind));
            count(stream + "/" + format.label(), records);
        }
        if (kind == StreamKind.GRAPHS) {
            for (BatchFormat format : BatchFormat.JELLY) {
                count(stream + "/" + format.label() + DENSE, format.write(content, StatementOrder.DENSE));
            }
        }
    }

    /** The formats as they stand in the names of figures. */
    static List<String> formats() {
        List<String> formats = new ArrayList<>();
        for (BatchFormat format : BatchFormat.values()) {
            formats.add(format.label());
        }
        BatchFormat.JELLY.forEach(format -> formats.add(format.label() + DENSE));
        return formats;
    }

    private void count(String name, List<BatchRecord> records) throws IOException {
        long values = 0;
        long headers = 0;
        for (BatchRecord record : records) {
            values += record.value().length;
            for (Header header : record.headers()) {
                headers += header.key().length() + header.value().length;
            }
        }
        figures.add("batch-value/" + name, (double) values / records.size(), "B/record");
        figures.add("batch-headers/" + name, (double) headers / records.size(), "B/record");
        for (String compression : compressions) {
            for (int fill : fills) {
                String topic = name.replace('/', '-') + "-" + compression + "-" + fill;
                broker.createTopic(topic);
                send(topic, compression, fill, records);
                figures.add(
                        "batch/" + name + "/" + compression + "/" + fill,
                        (double) broker.logBytes(topic) / records.size(),
                        "B/record");
                broker.deleteTopic(topic);
            }
        }
    }

    private void send(String topic, String compression, int fill, List<BatchRecord> records) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "compression.type",
                        compression,
                        "linger.ms",
                        "60000",
                        "delivery.timeout.ms",
                        "120000",
                        "batch.size",
                        Integer.toString(BATCH_BYTES),
                        "max.request.size",
                        "10485760"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            int sent = 0;
            for (BatchRecord record : records) {
                producer.send(
                        new ProducerRecord<>(topic, 0, record.key(), record.value(), record.headers()),
                        (metadata, exception) -> failure.compareAndSet(null, exception));
                if (++sent % fill == 0) {
                    producer.flush();
                }
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw new BenchmarkException(
                    "a record was not sent: " + failure.get().getMessage(), failure.get());
        }
    }

    /** Every record is read with its dictionary alone, in random order. */
    private static void verify(List<BatchElement> written, DictionaryDraft draft) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(1));
        DictionaryDraft.Reader reader = draft.reader();
        for (int i : order) {
            if (!same(written.get(i).element(), reader.read(draft.records().get(i)))) {
                throw new BenchmarkException("record " + i + " is not what was written");
            }
        }
    }

    private static boolean same(StreamElement written, StreamElement read) {
        if (written instanceof RdfGraph graph && read instanceof RdfGraph other) {
            return new HashSet<>(graph.statements()).equals(new HashSet<>(other.statements()));
        }
        if (written instanceof RdfPatch patch && read instanceof RdfPatch other) {
            return new HashSet<>(patch.operations()).equals(new HashSet<>(other.operations()));
        }
        return false;
    }
}
