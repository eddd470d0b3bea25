package dev.velella.tests.compatibility;

import dev.velella.converter.JellyConverter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** A source task that begins at stored offsets, as in a worker without Kafka. */
final class SourceRun implements AutoCloseable, SourceTaskContext, OffsetStorageReader {
    private final Map<Map<String, ?>, Map<String, Object>> offsets;
    private final SourceTask task;

    /** @param offsets by source partition */
    SourceRun(SourceTask task, Map<String, String> config, Map<Map<String, ?>, Map<String, Object>> offsets) {
        this.task = task;
        this.offsets = new HashMap<>(offsets);
        task.initialize(this);
        task.start(config);
    }

    /** The next records, so many at least. */
    List<SourceRecord> take(int count) throws InterruptedException {
        List<SourceRecord> records = new ArrayList<>();
        while (records.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                records.addAll(batch);
            }
        }
        return records;
    }

    /** As the worker and its producer make it of a record. */
    static StoredRecord stored(JellyConverter converter, SourceRecord record) {
        RecordHeaders headers = new RecordHeaders();
        record.headers()
                .forEach(header ->
                        headers.add(header.key(), String.valueOf(header.value()).getBytes(StandardCharsets.UTF_8)));
        byte[] value = converter.fromConnectData(record.topic(), headers, record.valueSchema(), record.value());
        return new StoredRecord((String) record.key(), record.timestamp(), headers, value);
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
        return offsets.get(partition);
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
        return null;
    }

    @Override
    public void close() {
        task.stop();
    }
}
