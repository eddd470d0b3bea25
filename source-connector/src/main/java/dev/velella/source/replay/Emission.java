package dev.velella.source.replay;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.rdf.StreamElement;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.file.format.InputFormatException;
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
 * The way of one input into records: passes over what was emitted before, then makes batches at the rate of the pacer.
 * Owns the input; not thread-safe.
 */
public final class Emission implements Closeable {
    /** Elements of a batch are in memory together: they have no more statements than this, but for the last of them,
     * and no more text than there is memory for. */
    private static final int MOST_STATEMENTS = ReadingLimits.DEFAULT_STATEMENTS;

    private final LookAhead input;
    private final SourceRecords records;
    private final Pacer pacer;
    private final ReplayClock replay;
    private final int batchSize;
    private final BooleanSupplier cancelled;
    private long leftToSkip;

    /** What stands in the way of the element after the last batch. */
    private @Nullable ConnectException refused;

    /**
     * @param from how far the input was emitted before
     * @param replay says when an element is due
     * @param batchSize most records of a batch
     * @param cancelled asked between elements; when it says yes, the batch ends
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
     * The next batch; empty if it is not time for one, at the end, or when cancelled.
     *
     * @throws InputFormatException if the input cannot be read on; elements before the error have then been returned
     * @throws ConnectException if the input is shorter than what was emitted before, or an element is larger than the
     *     producer sends; elements before it have then been returned
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

    /** Time until there may be a batch, in ns; {@link Long#MAX_VALUE} at the end. */
    public long nanosToWait() {
        return leftToSkip > 0 || input.hasNext() ? Math.max(pacer.nanosToWait(), nanosUntilDue()) : Long.MAX_VALUE;
    }

    private long nanosUntilDue() {
        return replay.nanosToWait(input.nextTime(), input.nextPass());
    }

    /** Whether all has been emitted. */
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
                    "the input ends " + leftToSkip + " elements before the stored offset, so it is not"
                            + " what was read before; restore it, or reset the connector's offsets");
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
