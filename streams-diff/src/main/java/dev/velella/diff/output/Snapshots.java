package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.SnapshotSettings;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole graphs of streams to the snapshot topic: value a self-contained Jelly graph, header {@code patch} with the
 * position that the graph stands for. A stream that ended leaves a record without value. Snapshots and patches are
 * written in one transaction, so a committed snapshot never is ahead of the patches. Not thread-safe.
 */
public final class Snapshots {
    /** Input offset up to which a snapshot holds all of the partition; the partition is that of the record. */
    static final String INPUT_OFFSET = "velella.input.offset";

    private static final byte[] GRAPH = RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.US_ASCII);

    private final boolean isEnabled;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;

    /** Offset of the last input record; -1 before the first. */
    private long inputOffset = -1;

    public Snapshots(SnapshotSettings settings, ProcessorContext<byte[], RoutedFrame> context, DiffMetrics metrics) {
        isEnabled = settings.enabled();
        this.context = context;
        this.metrics = metrics;
    }

    /** Says which input record is being read. */
    public void reading(long offset) {
        inputOffset = offset;
    }

    /** Writes the snapshot that goes with a step, or takes that of a stream that has ended out of the topic. */
    void write(StreamDiff.Step step) {
        byte[] snapshot = step.snapshot();
        if (snapshot != null) {
            forward(step, snapshot);
            metrics.snapshot(snapshot.length);
        } else if (isEnabled && step.endsSnapshots()) {
            forward(step, null);
        }
    }

    private void forward(StreamDiff.Step step, byte @Nullable [] value) {
        RoutedFrame routed = new RoutedFrame(value, context.taskId().partition());
        Record<byte[], RoutedFrame> record = new Record<>(step.stream().get(), routed, context.currentSystemTimeMs());
        Headers headers = record.headers();
        headers.add(RecordHeaderNames.CONTENT_TYPE, GRAPH);
        headers.add(RecordHeaderNames.PATCH, ascii(step.position(true).format()));
        if (inputOffset >= 0) {
            headers.add(INPUT_OFFSET, ascii(Long.toString(inputOffset)));
        }
        context.forward(record, SinkNames.SNAPSHOTS);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
