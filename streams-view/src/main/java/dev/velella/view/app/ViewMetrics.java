package dev.velella.view.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Figures of one task in the metrics registry of Kafka Streams, group {@value #GROUP}, tags {@code thread-id} and
 * {@code task-id}; those of a view have the tag {@code view} too. Counts begin at 0 with each start of the task. One thread
 * changes them, others read.
 */
final class ViewMetrics {
    static final String GROUP = "velella-view-metrics";

    /** A figure that is not recorded, only read. */
    static final class Figure implements MeasurableStat {
        private final AtomicLong value = new AtomicLong();

        void add(long more) {
            value.setRelease(value.getPlain() + more);
        }

        void set(long now) {
            value.setRelease(now);
        }

        @Override
        public double measure(MetricConfig config, long nowMs) {
            return value.getAcquire();
        }

        @Override
        public void record(MetricConfig config, double recorded, long timeMs) {
            throw new UnsupportedOperationException("add");
        }
    }

    private final StreamsMetrics registry;
    private final TaskId task;
    private final List<Sensor> sensors = new ArrayList<>();

    private final Map<String, Figure> ofViews = new HashMap<>();

    final Figure patches;
    final Figure rows;
    final Figure rowDeletes;
    final Figure ticks;
    final Figure old;
    final Figure epoch;
    final Figure left;
    final Figure refused;

    ViewMetrics(StreamsMetrics registry, TaskId task) {
        this.registry = registry;
        this.task = task;
        patches = figure("patches-total", "Patches of answers written since the task started");
        rows = figure("rows-total", "Rows written since the task started");
        rowDeletes = figure("row-deletes-total", "Rows deleted since the task started");
        ticks = figure("silent-streams-total", "Times since the task started that a silent stream was asked");
        old = figure("old-answers", "Answers that are old now, because a later one failed");
        epoch = figure("epoch", "Number of the definitions and static data that hold now; 0 before the first");
        left = figure("rebuild-streams-left", "Streams that still have to be answered anew in the present epoch");
        refused = figure("refused-views", "Views that are refused now, because an answer broke their key");
    }

    /** Answers of a view. */
    Figure answers(String view) {
        return ofView("answers-total", "Answers of the view since the task started, changed or not", view);
    }

    /** Failures of a view. */
    Figure failures(String view) {
        return ofView(
                "failures-total",
                "Answers of the view since the task started that failed, so that the old answer stayed",
                view);
    }

    private Figure ofView(String name, String description, String view) {
        return ofViews.computeIfAbsent(name + "." + view, none -> figure(name, description, Map.of("view", view)));
    }

    private Figure figure(String name, String description) {
        return figure(name, description, Map.of());
    }

    private Figure figure(String name, String description, Map<String, String> more) {
        Figure figure = new Figure();
        Sensor sensor = registry.addSensor("velella-view." + task + "." + name + more, RecordingLevel.INFO);
        Map<String, String> tags = new HashMap<>(more);
        tags.put("thread-id", Thread.currentThread().getName());
        tags.put("task-id", task.toString());
        sensor.add(new MetricName(name, GROUP, description, tags), figure);
        sensors.add(sensor);
        return figure;
    }

    /** Takes the metrics out of the registry. */
    void remove() {
        sensors.forEach(registry::removeSensor);
    }
}
