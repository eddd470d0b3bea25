package dev.velella.source;

import dev.velella.source.file.InputFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The way of one input into records: passes over what was emitted before, then makes batches at the rate of the pacer.
 * Owns the input and the stamps of the records; not thread-safe.
 */
final class Emission implements Closeable {
    private final LookAhead input;
    private final SourceRecords records;
    private final Pacer pacer;
    private final int batchSize;
    private final BooleanSupplier cancelled;
    private long leftToSkip;

    /**
     * @param from how far the input was emitted before
     * @param batchSize most records of a batch
     * @param cancelled asked between elements; when it says yes, the batch ends
     */
    Emission(
            LookAhead input,
            SourceOffset from,
            SourceRecords records,
            Pacer pacer,
            int batchSize,
            BooleanSupplier cancelled) {
        this.input = input;
        this.leftToSkip = from.elements();
        this.records = records;
        this.pacer = pacer;
        this.batchSize = batchSize;
        this.cancelled = cancelled;
    }

    /**
     * The next batch; empty if it is not time for one, at the end, or when cancelled.
     *
     * @throws InputFormatException if the input cannot be read on; elements before the error have then been returned
     * @throws ConnectException if the input is shorter than what was emitted before
     */
    List<SourceRecord> nextBatch() {
        skipEmitted();
        List<SourceRecord> batch = new ArrayList<>();
        if (cancelled.getAsBoolean() || atEnd()) {
            return batch;
        }
        for (int left = pacer.take(batchSize); left > 0 && !cancelled.getAsBoolean() && input.hasNext(); left--) {
            SourceElement element = input.take();
            batch.add(records.recordOf(element, input.offset()));
        }
        return batch;
    }

    /** Time until there may be a batch, in ns; {@link Long#MAX_VALUE} at the end. */
    long nanosToWait() {
        return leftToSkip > 0 || input.hasNext() ? pacer.nanosToWait() : Long.MAX_VALUE;
    }

    @Override
    public void close() throws IOException {
        records.stamps().close();
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
