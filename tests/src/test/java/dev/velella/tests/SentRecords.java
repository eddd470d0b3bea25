package dev.velella.tests;

import dev.velella.keyframe.StatefulFrame;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends records one after the other to one partition, and remembers what the visible ones amount to. */
final class SentRecords implements AutoCloseable {
    private final String topic;
    private final int partition;
    private final KafkaProducer<String, byte[]> producer;
    private final boolean transactional;
    private final List<Long> offsets = new ArrayList<>();
    private long valueBytes;
    private long keyBytes;
    private long headerBytes;

    SentRecords(String bootstrapServers, String topic, int partition, boolean transactional) {
        this.topic = topic;
        this.partition = partition;
        this.transactional = transactional;
        Map<String, Object> config = new java.util.HashMap<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.LINGER_MS_CONFIG, 0));
        if (transactional) {
            config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic + "-" + partition);
        }
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        if (transactional) {
            producer.initTransactions();
        }
    }

    void begin() {
        producer.beginTransaction();
    }

    void commit() {
        producer.commitTransaction();
    }

    /** What was sent since the begin is taken back, here too. */
    void abort(List<long[]> taken) {
        producer.abortTransaction();
        for (long[] record : taken) {
            offsets.remove(record[0]);
            valueBytes -= record[1];
            keyBytes -= record[2];
            headerBytes -= record[3];
        }
    }

    long[] send(String key, StatefulFrame frame) throws Exception {
        return send(
                key,
                frame.value(),
                Map.of(RecordHeaderNames.JELLY, frame.header().toString()));
    }

    long[] send(String key, StatefulFrame frame, String patch) throws Exception {
        return send(
                key,
                frame.value(),
                Map.of(RecordHeaderNames.JELLY, frame.header().toString(), RecordHeaderNames.PATCH, patch));
    }

    /** Sends a record and waits for it; returns offset and bytes of value, key and headers. */
    long[] send(String key, byte[] value, Map<String, String> headers) throws Exception {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, key, value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        RecordMetadata sent = producer.send(record).get();
        long bytes = 0;
        for (Header header : record.headers()) {
            bytes += header.key().length() + header.value().length;
        }
        long[] taken = {sent.offset(), value == null ? 0 : value.length, key == null ? 0 : key.length(), bytes};
        offsets.add(taken[0]);
        valueBytes += taken[1];
        keyBytes += taken[2];
        headerBytes += taken[3];
        return taken;
    }

    /** Number of visible records. */
    int count() {
        return offsets.size();
    }

    long valueBytes() {
        return valueBytes;
    }

    long keyBytes() {
        return keyBytes;
    }

    long headerBytes() {
        return headerBytes;
    }

    @Override
    public void close() {
        producer.close();
    }
}
