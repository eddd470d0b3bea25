package dev.velella.diff.output;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.element.InputElement;
import dev.velella.diff.frame.RoutedFrame;
import dev.velella.frame.EncodedFrame;
import dev.velella.record.RecordEncoder;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Writes the results of a step: the patch, the snapshot that must follow it, and the state. Not thread-safe. */
public final class StepWriter {
    private final ProcessorContext<byte[], RoutedFrame> context;
    private final Snapshots snapshots;
    private final DiffMetrics metrics;
    private final boolean addsMessageHeader;

    /** @param addsMessageHeader whether patches get the header {@code RDF-Message-Content-Type} */
    public StepWriter(
            ProcessorContext<byte[], RoutedFrame> context,
            Snapshots snapshots,
            DiffMetrics metrics,
            boolean addsMessageHeader) {
        this.addsMessageHeader = addsMessageHeader;
        this.context = context;
        this.snapshots = snapshots;
        this.metrics = metrics;
    }

    /**
     * Writes a step.
     *
     * @param element the element that caused the step; null if no record caused it
     * @param timestamp of the patch's record, in ms since 1970
     * @param origin header that names the origin of the element; null if it has none
     */
    public void write(StreamDiff.Step step, @Nullable InputElement element, long timestamp, @Nullable Header origin) {
        if (step.outcome() == StreamDiff.Outcome.PATCH) {
            writePatch(step, element, timestamp, origin);
        }
        snapshots.write(step, origin);
        step.save();
    }

    private void writePatch(
            StreamDiff.Step step, @Nullable InputElement element, long timestamp, @Nullable Header origin) {
        EncodedFrame patch = step.frame();
        RoutedFrame routed = new RoutedFrame(patch.value(), context.taskId().partition());
        Record<byte[], RoutedFrame> out = new Record<>(step.stream().get(), routed, timestamp);
        Long eventTime = element != null && element.timeFromHeader() ? element.time() : null;
        RecordEncoder.addHeaders(out.headers(), patch, eventTime, step.position(), addsMessageHeader);
        if (origin != null) {
            out.headers().add(origin);
        }
        context.forward(out, SinkNames.PATCHES);
        metrics.written(step.diff(), patch);
    }
}
