package dev.velella.sink;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** The context of a task under test: remembers what the task asks for. */
final class RecordingContext implements SinkTaskContext {
    final Map<TopicPartition, Long> offsets = new HashMap<>();
    long timeoutMs = -1;

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public void offset(Map<TopicPartition, Long> wanted) {
        offsets.putAll(wanted);
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        offsets.put(partition, offset);
    }

    @Override
    public void timeout(long ms) {
        timeoutMs = ms;
    }

    @Override
    public Set<TopicPartition> assignment() {
        return Set.of();
    }

    @Override
    public void pause(TopicPartition... partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume(TopicPartition... partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void requestCommit() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PluginMetrics pluginMetrics() {
        throw new UnsupportedOperationException();
    }
}
