package dev.velella.source.replay;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.rdf.StreamElement;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.SourceElement;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.record.SourceRecords;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Emits the elements of one input as records. Skips the elements that were emitted before, and then makes batches at
 * the rate of the pacer. Owns the input. Not thread-safe.
 */
public final class Emission implements Closeable {
    /**
     * Most statements of a batch, because its elements are in memory together; the last element may exceed it. The
     * estimated memory of a batch is limited too.
     */
    private static final int MOST_STATEMENTS = ReadingLimits.DEFAULT_STATEMENTS;

    private final LookAhead input;
    private final SourceRecords records;
    private final Pacer pacer;
    private final ReplayClock replay;
    private final int batchSize;
    private final BooleanSupplier cancelled;
    private long leftToSkip;

    /** The error of the element after the last batch. */
    private @Nullable ConnectException refused;

    /**
     * @param from offset up to which the input was emitted before
     * @param replay tells when an element is due
     * @param batchSize most records of a batch
     * @param cancelled asked between elements; true ends the batch
     */
    public Emission(
            LookAhead input,
            SourceOffset from,
            SourceRecords records,
            Pacer pacer,
            ReplayClock replay,
            int batchSize,
            BooleanSupplier cancelled) {
        this.input = input;
        this.leftToSkip = from.elements();
        this.records = records;
        this.pacer = pacer;
        this.replay = replay;
        this.batchSize = batchSize;
        this.cancelled = cancelled;
    }

    /**
     * The next batch. Empty if no element is due yet, at the end of the input, or after cancellation.
     *
     * @throws InputFormatException if the rest of the input cannot be read; thrown after the elements before the error
     *     were returned
     * @throws ConnectException if the input is shorter than the stored offset, or an element is larger than the
     *     producer can send; thrown after the elements before it were returned
     */
    public List<SourceRecord> nextBatch() {
        if (refused != null) {
            throw refused;
        }
        skipEmitted();
        List<SourceRecord> batch = new ArrayList<>();
        if (cancelled.getAsBoolean() || atEnd()) {
            return batch;
        }
        long statements = 0;
        long bytes = 0;
        while (batch.size() < batchSize
                && statements < MOST_STATEMENTS
                && bytes < ElementMemory.MOST_BYTES
                && !cancelled.getAsBoolean()
                && input.hasNext()
                && nanosUntilDue() == 0
                && pacer.take(1) == 1) {
            SourceElement element = input.take();
            StreamElement held = RdfStructs.toElement(element.value());
            statements += held.rowCount();
            bytes += ElementMemory.bytes(held);
            try {
                batch.add(records.recordOf(element, input.offset()));
            } catch (PayloadException e) {
                refused = new ConnectException(
                        "element " + input.offset().elements() + " of " + records.sourcePartition() + ": "
                                + e.getMessage(),
                        e);
                break;
            }
        }
        if (batch.isEmpty() && refused != null) {
            throw refused;
        }
        return batch;
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
