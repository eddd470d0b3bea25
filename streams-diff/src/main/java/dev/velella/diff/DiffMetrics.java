package dev.velella.diff;

import dev.velella.diff.compare.RollingDiff;
import dev.velella.frame.EncodedFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.TaskId;

/**
 * Counters of one task in the metrics registry of Kafka Streams, group {@value #GROUP}, tags {@code thread-id} and
 * {@code task-id}. The counters begin at 0 with each start of the task.
 */
public final class DiffMetrics {
    public static final String GROUP = "velella-diff-metrics";

    private final StreamsMetrics registry;
    private final TaskId task;
    private final List<Sensor> sensors = new ArrayList<>();

    private final Sensor graphs;
    private final Sensor triples;
    private final Sensor adds;
    private final Sensor deletes;
    private final Sensor patches;
    private final Sensor patchBytes;
    private final Sensor late;
    private final Sensor duplicates;
    private final Sensor repeats;
    private final Sensor lookBacks;
    private final Sensor lost;
    private final Sensor skipped;
    private final Sensor deadLetters;
    private final Sensor snapshots;
    private final Sensor snapshotBytes;
    private final Sensor silent;
    private final Sensor blankNodeFallBacks;
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

    private Sensor total(String name, String description) {
        return sensor(name, description, new CumulativeSum());
    }

    private Sensor sensor(String name, String description, MeasurableStat stat) {
        Sensor sensor = registry.addSensor("velella-diff." + task + "." + name, RecordingLevel.INFO);
        Map<String, String> tags = Map.of("thread-id", Thread.currentThread().getName(), "task-id", task.toString());
        sensor.add(new MetricName(name, GROUP, description, tags), stat);
        sensors.add(sensor);
        return sensor;
    }

    public void read(int statements) {
        graphs.record();
        triples.record(statements);
    }

    public void late() {
        late.record();
    }

    public void duplicate() {
        duplicates.record();
    }

    public void skipped() {
        skipped.record();
    }

    public void deadLetter() {
        deadLetters.record();
    }

    public void snapshot(int bytes) {
        snapshots.record();
        snapshotBytes.record(bytes);
    }

    public void silent() {
        silent.record();
    }

    public void blankNodeFallBack() {
        blankNodeFallBacks.record();
    }

    /** Updates the gauges for the size of the state. The caller does this from time to time. */
    public void state(StreamDiff diff) {
        stateRecords.record((double) diff.approximateRecords());
        cachedStatements.record((double) diff.statementsInMemory());
    }

    public void repeated() {
        repeats.record();
    }

    public void lookedBack() {
        lookBacks.record();
    }

    public void lost(long records) {
        lost.record((double) records);
    }

    public void written(RollingDiff change, EncodedFrame frame) {
        patches.record();
        adds.record(change.adds().size());
        deletes.record(change.deletes().size());
        patchBytes.record(frame.value().length);
    }

    /** Takes the metrics out of the registry. */
    public void remove() {
        sensors.forEach(registry::removeSensor);
    }
}
