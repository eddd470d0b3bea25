package dev.velella.source.replay;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.StreamElement;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.SourceElement;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Origin;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Emits the elements of one input as records. Skips the elements that were emitted before, and then makes batches at
 * the rate of the pacer. Owns the input. Not thread-safe.
 */
public final class Emission implements Closeable {
    private final LookAhead input;
    private final Map<String, ?> partition;
    private final Elements elements;
    private final Pacer pacer;
    private final ReplayClock replay;
    private final BooleanSupplier cancelled;
    private long leftToSkip;

    /**
     * @param partition identity of the input
     * @param from offset up to which the input was emitted before
     * @param replay tells when an element is due
     * @param cancelled asked between elements; true ends the batch
     */
    public Emission(
            LookAhead input,
            Map<String, ?> partition,
            SourceOffset from,
            Elements elements,
            Pacer pacer,
            ReplayClock replay,
            BooleanSupplier cancelled) {
        this.input = input;
        this.leftToSkip = from.elements();
        this.partition = partition;
        this.elements = elements;
        this.pacer = pacer;
        this.replay = replay;
        this.cancelled = cancelled;
    }

    /**
     * Adds the next elements. Adds none if no element is due yet, at the end of the input, or after cancellation.
     *
     * @throws InputFormatException if the rest of the input cannot be read; thrown after the elements before the error
     *     were added in an earlier call
     * @throws ConnectException if the input is shorter than the stored offset, or an element is larger than the
     *     producer can send
     */
    public void emit(Batch batch) {
        skipEmitted();
        if (cancelled.getAsBoolean() || atEnd()) {
            return;
        }
        while (batch.hasRoom()
                && !cancelled.getAsBoolean()
                && input.hasNext()
                && nanosUntilDue() == 0
                && pacer.take(1) == 1) {
            SourceElement element = input.take();
            elements.add(batch, new Taken(partition, input.offset()), element);
            StreamElement held = RdfStructs.toElement(Objects.requireNonNull(element.value()));
            batch.count(held.rowCount(), ElementMemory.bytes(held));
        }
    }

    private record Taken(Map<String, ?> partition, SourceOffset after) implements Origin {
        @Override
        public Map<String, ?> offset() {
            return after.toMap();
        }

        @Override
        public String name() {
            return "element " + after.elements() + " of " + partition;
        }
    }

    /** Time until the next batch is possible, in ns; {@link Long#MAX_VALUE} at the end. */
    public long nanosToWait() {
        return leftToSkip > 0 || input.hasNext() ? Math.max(pacer.nanosToWait(), nanosUntilDue()) : Long.MAX_VALUE;
    }

    private long nanosUntilDue() {
        return replay.nanosToWait(input.nextTime(), input.nextPass());
    }

    /** Whether all elements have been emitted. */
    public boolean isDone() {
        return leftToSkip == 0 && input.isAtEnd();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private void skipEmitted() {
        leftToSkip -= input.skip(leftToSkip, cancelled);
        if (leftToSkip > 0 && !cancelled.getAsBoolean()) {
            throw new ConnectException(
                    "the input ends " + leftToSkip + " elements before the stored offset, so it differs from"
                            + " the input that was read before; restore it, or reset the connector's offsets");
        }
    }

    private boolean atEnd() {
        InputFormatException failure = input.failure();
        if (failure != null) {
            throw failure;
        }
        return !input.hasNext();
    }
}
