package dev.velella.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** The context of a task under test: remembers what the task asks for. */
public class RecordingContext implements SinkTaskContext {
    final Map<TopicPartition, Long> offsets = new HashMap<>();
    final List<Letter> letters = new ArrayList<>();

    /** The partitions that the task has paused and not resumed. */
    public final Set<TopicPartition> paused = new HashSet<>();

    boolean hasQueue;
    Exception queueFailure;
    long timeoutMs = -1;

    /** What the task put aside. */
    record Letter(SinkRecord record, Throwable why) {
        String header(String name) {
            Header header = record.headers().lastWithName("velella.error." + name);
            return header == null ? null : String.valueOf(header.value());
        }
    }

    @Override
    public ErrantRecordReporter errantRecordReporter() {
        return hasQueue
                ? (record, why) -> {
                    letters.add(new Letter(record, why));
                    return queueFailure == null
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(queueFailure);
                }
                : null;
    }

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
        paused.addAll(List.of(partitions));
    }

    @Override
    public void resume(TopicPartition... partitions) {
        paused.removeAll(List.of(partitions));
    }

    @Override
    public void requestCommit() {
        throw new UnsupportedOperationException();
    }

    /** Metrics of the task, if {@link #measures} was called. */
    private Metrics metrics;

    /** Lets the task have metrics, as with a worker of Kafka 4.1 and newer. */
    RecordingContext measures() {
        metrics = new Metrics();
        return this;
    }

    /** The value of a metric without tags of its own. */
    Object metric(String name) {
        return metrics.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue()
                .metricValue();
    }

    @Override
    public PluginMetrics pluginMetrics() {
        if (metrics == null) {
            throw new UnsupportedOperationException();
        }
        return new PluginMetricsImpl(metrics, Map.of());
    }
}
