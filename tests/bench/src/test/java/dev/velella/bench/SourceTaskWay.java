package dev.velella.bench;

import dev.velella.converter.JellyConverter;
import dev.velella.source.MqttSourceTask;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** One task of the source, with the part of the worker that every record takes: poll, convert, send, commit the record. */
final class SourceTaskWay implements SourceFork.Way, SourceTaskContext, OffsetStorageReader {
    private final MqttSourceTask source = new MqttSourceTask();
    private final JellyConverter converter = new JellyConverter();
    private final Map<String, String> options;
    private final Thread thread;
    private volatile boolean closed;

    SourceTaskWay(SourceFork.Task task, Producer<byte[], byte[]> producer, SourceFork.Finish finish) {
        converter.configure(Map.of(), false);
        options = new HashMap<>();
        options.put("source.type", "mqtt");
        options.put("mqtt.server.uri", "mqtt://127.0.0.1:" + task.mqttPort());
        options.put("mqtt.topics", "site/+/weather");
        options.put("mqtt.client.id", SourceFork.CLIENT_ID);
        options.put("payload.json", "template");
        options.put("payload.json.template", WeatherMessages.template());
        options.put("key.source", "topic-segment");
        options.put("key.topic.segment", "2");
        options.put("topic", task.topic());
        options.put("topic.partitions", "1");
        options.put("value.converter", JellyConverter.class.getName());
        options.put("producer.override.enable.idempotence", "true");
        thread = new Thread(() -> work(producer, finish), "task");
        thread.setDaemon(true);
    }

    @Override
    public void start() {
        source.initialize(this);
        source.start(options);
        thread.start();
    }

    private void work(Producer<byte[], byte[]> producer, SourceFork.Finish finish) {
        try {
            while (!closed) {
                List<SourceRecord> records = source.poll();
                if (records != null) {
                    records.forEach(record -> send(record, producer, finish));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(SourceRecord record, Producer<byte[], byte[]> producer, SourceFork.Finish finish) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : record.headers()) {
            headers.add(header.key(), String.valueOf(header.value()).getBytes(StandardCharsets.UTF_8));
        }
        byte[] key = String.valueOf(record.key()).getBytes(StandardCharsets.UTF_8);
        byte[] value = converter.fromConnectData(record.topic(), headers, record.valueSchema(), record.value());
        producer.send(
                new ProducerRecord<>(record.topic(), record.kafkaPartition(), record.timestamp(), key, value, headers),
                (metadata, exception) -> {
                    if (exception == null) {
                        source.commitRecord(record, metadata);
                        finish.one();
                    }
                });
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        source.stop();
        converter.close();
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
        return null; // nothing was read before
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
        return this;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return null; // as a worker that has none
    }
}
