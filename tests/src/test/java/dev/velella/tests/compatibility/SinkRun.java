package dev.velella.tests.compatibility;

import dev.velella.converter.JellyConverter;
import dev.velella.sink.RdfSinkTask;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A sink task of the partition {@code patches-0}, as in a worker without Kafka. */
final class SinkRun implements AutoCloseable, SinkTaskContext {
    private static final TopicPartition PATCHES = new TopicPartition("patches", 0);

    private final Map<TopicPartition, Long> wanted = new HashMap<>();
    private final JellyConverter converter = new JellyConverter();
    private final RdfSinkTask task = new RdfSinkTask();

    SinkRun(String target, Path directory) {
        converter.configure(Map.of(), false);
        task.initialize(this);
        task.start(Map.of(
                "name", "sink",
                "topics", "patches",
                "consumer.override.isolation.level", "read_committed",
                "target", target,
                "target.dir", directory.toString()));
        task.open(Set.of(PATCHES));
    }

    /** Where the task wants its consumer to begin. */
    long position() {
        return wanted.getOrDefault(PATCHES, 0L);
    }

    /**
     * Applies the records of a topic from {@link #position} on, up to an offset. The converter has read those before, since
     * without a cluster nobody can look back to them.
     */
    void apply(List<StoredRecord> topic, int end) {
        applyWithout(-1, topic, end);
    }

    /** As the one before, but a record is lost on its way. */
    void applyWithout(int lost, List<StoredRecord> topic, int end) {
        long begin = position();
        for (int offset = 0; offset < end; offset++) {
            SinkRecord record = converted(topic.get(offset), offset);
            if (offset >= begin && offset != lost) {
                task.put(List.of(record));
            }
        }
    }

    private SinkRecord converted(StoredRecord record, long offset) {
        SchemaAndValue value = converter.toConnectData("patches", record.headers(), record.value());
        SinkRecord sink = new SinkRecord(
                "patches",
                0,
                Schema.STRING_SCHEMA,
                record.key(),
                value.schema(),
                value.value(),
                offset,
                record.timestamp(),
                TimestampType.CREATE_TIME);
        record.headers().forEach(header -> sink.headers().addString(header.key(), record.header(header.key())));
        return sink;
    }

    @Override
    public void close() {
        task.stop();
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {
        wanted.putAll(offsets);
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        wanted.put(partition, offset);
    }

    @Override
    public void timeout(long ms) {}

    @Override
    public Set<TopicPartition> assignment() {
        return Set.of(PATCHES);
    }

    @Override
    public void pause(TopicPartition... partitions) {}

    @Override
    public void resume(TopicPartition... partitions) {}

    @Override
    public void requestCommit() {}

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return null;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        return null;
    }
}
