package dev.velella.tests;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** One writer of stateful patches to one partition; keeps what it wrote, by offset. */
final class StreamWriter {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final int partition;
    private final PartitionEncoder encoder;
    private final Map<Long, RdfPatch> written = new TreeMap<>();

    StreamWriter(Producer<String, byte[]> producer, String topic, int partition, int interval) {
        this.producer = producer;
        this.topic = topic;
        this.partition = partition;
        encoder = new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                new KeyFrameInterval(interval, 600_000));
    }

    static KafkaProducer<String, byte[]> producer(String bootstrapServers) {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.LINGER_MS_CONFIG, 0),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    static KafkaProducer<String, byte[]> transactional(String bootstrapServers, String id) {
        KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        id,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0),
                new StringSerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    /** A patch that shares terms with others; another one for every number. */
    static RdfPatch patch(int number) {
        return RdfPatch.change(List.of(statement(number)), List.of(statement(number + 1)));
    }

    private static Statement statement(int number) {
        return VALUES.createStatement(
                VALUES.createIRI("http://example.org/station/" + number % 11),
                VALUES.createIRI("http://example.org/v#value"),
                VALUES.createLiteral(number),
                VALUES.createIRI("http://example.org/g"));
    }

    /** Encodes a patch and does not send it. */
    StatefulFrame encode(int number) {
        return encoder.encode(patch(number));
    }

    /** Sends the next patch and waits for it; gives its offset. */
    long send(int number) throws Exception {
        long offset = send(encode(number));
        written.put(offset, patch(number));
        return offset;
    }

    /** Sends something as it is, which is not counted among what was written. */
    long send(StatefulFrame frame) throws Exception {
        return send(frame.header(), frame.value());
    }

    long send(JellyHeader header, byte[] value) throws Exception {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, "k", value);
        record.headers().add(JellyHeader.NAME, header.toBytes());
        return producer.send(record).get().offset();
    }

    /** Begins another stream, as after an abort; what was written since is not visible. */
    void aborted(long from) {
        encoder.newStream();
        written.keySet().removeIf(offset -> offset >= from);
    }

    /** Offset to patch. */
    Map<Long, RdfPatch> written() {
        return written;
    }
}
