package dev.velella.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** What the worker gives a task: offsets, found again by the same partition written in the same order, and metrics. */
public final class StoredOffsets implements SourceTaskContext, OffsetStorageReader {
    private final Map<String, Map<String, Object>> offsets = new HashMap<>();
    private final PluginMetrics metrics;

    /** As of a worker that has no metrics. */
    public StoredOffsets() {
        this(null);
    }

    /** As of a worker with metrics. */
    StoredOffsets(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    /** Forgets all offsets, as after a reset. */
    public void clear() {
        offsets.clear();
    }

    /** Stores the offset of a record as the worker does when it has been written. */
    public void store(SourceRecord record) {
        offsets.put(record.sourcePartition().toString(), new HashMap<>(record.sourceOffset()));
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
        return offsets.get(partition.toString());
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
        return metrics;
    }
}
