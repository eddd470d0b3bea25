package dev.velella.diff;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.frame.EncodedFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Counters of one task in the metrics registry of Kafka Streams, group {@value #GROUP}, tags {@code thread-id} and
 * {@code task-id}. The counters begin at 0 with each start of the task.
 */
public final class DiffMetrics {
    public static final String GROUP = "velella-diff-metrics";

    /**
     * A count that one thread adds to and others read. A sensor that is recorded takes some 70 ns, and each element has
     * half a dozen counts; so the counts are not recorded, only read.
     */
    private static final class Total implements MeasurableStat {
        private final AtomicLong sum = new AtomicLong();

        void add(long more) {
            sum.setRelease(sum.getPlain() + more);
        }

        @Override
        public double measure(MetricConfig config, long nowMs) {
            return sum.getAcquire();
        }

        @Override
        public void record(MetricConfig config, double value, long timeMs) {
            throw new UnsupportedOperationException("add");
        }
    }

    private final StreamsMetrics registry;
    private final TaskId task;
    private final List<Sensor> sensors = new ArrayList<>();

    private final Total graphs;
    private final Total triples;
    private final Total adds;
    private final Total deletes;
    private final Total patches;
    private final Total patchBytes;
    private final Total late;
    private final Total duplicates;
    private final Total repeats;
    private final Total lookBacks;
    private final Total lost;
    private final Total skipped;
    private final Total deadLetters;
    private final Total snapshots;
    private final Total snapshotBytes;
    private final Total silent;
    private final Total blankNodeFallBacks;
    private final Sensor stateRecords;
    private final Sensor cachedStatements;

    public DiffMetrics(StreamsMetrics registry, TaskId task) {
        this.registry = registry;
        this.task = task;
        graphs = total(
                "graphs-total",
                "Elements read since the task started, including late elements and elements that changed nothing");
        triples = total("triples-total", "Statements in the elements read since the task started");
        adds = total("adds-total", "Statements that patches added, since the task started");
        deletes = total("deletes-total", "Statements that patches deleted, since the task started");
        patches = total("patches-total", "Patches written since the task started");
        patchBytes = total(
                "patch-bytes-total",
                "Bytes of the values of the patches written since the task started, without keys and headers");
        late = total(
                "late-total",
                "Elements since the task started that were older than the last element of their stream; they are in no"
                        + " patch");
        duplicates = total(
                "duplicates-total",
                "Elements since the task started that changed nothing, so that no patch was written");
        repeats = total(
                "repeats-total",
                "Input records left out since the task started, because they repeat the record that their writer sent"
                        + " before, byte by byte");
        lookBacks = total(
                "look-backs-total",
                "Look-backs since the task started: input records whose codec state was missing, so that the app tried"
                        + " to read earlier records again");
        lost = total(
                "records-lost-total",
                "Input records since the task started that were written but never came, as later records prove");
        skipped = total(
                "records-skipped-total",
                "Input records that were refused and left out since the task started (velella.on.error=skip)");
        deadLetters = total(
                "dead-letters-total",
                "Input records that were refused and became dead letters since the task started"
                        + " (velella.on.error=dead-letter)");
        snapshots = total("snapshots-total", "Snapshots written since the task started");
        snapshotBytes = total(
                "snapshot-bytes-total",
                "Bytes of the values of the snapshots written since the task started, without keys and headers");
        silent = total(
                "silent-streams-total",
                "Streams whose graph was deleted or marked since the task started, because they were silent");
        blankNodeFallBacks = total(
                "blank-node-fall-backs-total",
                "Elements since the task started whose blank nodes could not all be matched within the limit of work;"
                        + " their patches may be larger");
        stateRecords = sensor(
                "state-records",
                "Records in the state store now (estimated): graphs and changes of the streams",
                new Value());
        cachedStatements = sensor(
                "cached-statements",
                "Statements of the graphs that are in memory now, plus one for each stream in memory",
                new Value());
    }

    private Total total(String name, String description) {
        Total total = new Total();
        sensor(name, description, total);
        return total;
    }

    private Sensor sensor(String name, String description, MeasurableStat stat) {
        Sensor sensor = registry.addSensor("velella-diff." + task + "." + name, RecordingLevel.INFO);
        Map<String, String> tags = Map.of("thread-id", Thread.currentThread().getName(), "task-id", task.toString());
        sensor.add(new MetricName(name, GROUP, description, tags), stat);
        sensors.add(sensor);
        return sensor;
    }

    public void read(int statements) {
        graphs.add(1);
        triples.add(statements);
    }

    public void late() {
        late.add(1);
    }

    public void duplicate() {
        duplicates.add(1);
    }

    public void skipped() {
        skipped.add(1);
    }

    public void deadLetter() {
        deadLetters.add(1);
    }

    public void snapshot(int bytes) {
        snapshots.add(1);
        snapshotBytes.add(bytes);
    }

    public void silent() {
        silent.add(1);
    }

    public void blankNodeFallBack() {
        blankNodeFallBacks.add(1);
    }

    /** Updates the gauges for the size of the state. The caller does this from time to time. */
    public void state(StreamDiff diff) {
        stateRecords.record((double) diff.approximateRecords());
        cachedStatements.record((double) diff.statementsInMemory());
    }

    public void repeated() {
        repeats.add(1);
    }

    public void lookedBack() {
        lookBacks.add(1);
    }

    public void lost(long records) {
        lost.add(records);
    }

    public void written(RollingDiff change, EncodedFrame frame) {
        patches.add(1);
        adds.add(change.adds().size());
        deletes.add(change.deletes().size());
        patchBytes.add(frame.value().length);
    }

    /** Takes the metrics out of the registry. */
    public void remove() {
        sensors.forEach(registry::removeSensor);
    }
}
