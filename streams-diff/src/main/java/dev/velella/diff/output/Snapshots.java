package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.diff.options.SnapshotSettings;
import dev.velella.diff.streams.AckedOffsets;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole graphs of streams to the snapshot topic. The value of a record is a self-contained Jelly graph; the
 * header {@code patch} has the position of the graph among the patches. For a stream that has ended, a record without
 * value is written. Snapshots and patches are written in one transaction, so a committed snapshot is never ahead of the
 * patches. Not thread-safe.
 */
public final class Snapshots {
    /**
     * Header with an offset of the input partition. The snapshot contains all of its stream's elements up to this
     * offset. The number of the input partition is the same as the partition of the snapshot.
     */
    static final String INPUT_OFFSET = "velella.input.offset";

    private static final byte[] GRAPH = RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.US_ASCII);

    private final boolean isEnabled;
    private final boolean addsMessageHeader;
    private final String patches;
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final DiffMetrics metrics;

    /** Offset of the last input record; -1 before the first. */
    private long inputOffset = -1;

    /**
     * @param patches name of the topic of patches
     * @param addsMessageHeader whether snapshots get the header {@code RDF-Message-Content-Type}
     */
    public Snapshots(
            SnapshotSettings settings,
            String patches,
            boolean addsMessageHeader,
            ProcessorContext<byte[], RoutedFrame> context,
            DiffMetrics metrics) {
        isEnabled = settings.enabled();
        this.addsMessageHeader = addsMessageHeader;
        this.patches = patches;
        this.context = context;
        this.metrics = metrics;
    }

    /** Notes the offset of the input record that is being processed. */
    public void reading(long offset) {
        inputOffset = offset;
    }

    /**
     * Writes the snapshot of a step. If the step ends the stream, deletes the stream's snapshot from the topic.
     *
     * @param origin header that names the origin of the element; null if it has none
     */
    void write(StreamDiff.Step step, @Nullable Header origin) {
        byte[] snapshot = step.snapshot();
        if (snapshot != null) {
            forward(step, snapshot, origin);
            metrics.snapshot(snapshot.length);
        } else if (isEnabled && step.endsSnapshots()) {
            forward(step, null, origin);
        }
    }

    private void forward(StreamDiff.Step step, byte @Nullable [] value, @Nullable Header origin) {
        RoutedFrame routed = new RoutedFrame(value, context.taskId().partition());
        Record<byte[], RoutedFrame> record = new Record<>(step.stream().get(), routed, context.currentSystemTimeMs());
        Headers headers = record.headers();
        headers.add(RecordHeaderNames.CONTENT_TYPE, GRAPH);
        if (addsMessageHeader && value != null) {
            headers.add(RecordHeaderNames.RDF_MESSAGE, GRAPH);
        }
        headers.add(RecordHeaderNames.PATCH, ascii(step.position(true).format()));
        if (inputOffset >= 0) {
            headers.add(INPUT_OFFSET, ascii(Long.toString(inputOffset)));
        }
        OptionalLong next =
                AckedOffsets.ofThread().next(patches, context.taskId().partition());
        if (next.isPresent()) {
            headers.add(RecordHeaderNames.OUTPUT_OFFSET, ascii(Long.toString(next.getAsLong())));
        }
        if (origin != null) {
            headers.add(origin);
        }
        context.forward(record, SinkNames.SNAPSHOTS);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
