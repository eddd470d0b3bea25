package dev.velella.sink.session;

import dev.velella.sink.apply.PatchApplier;
import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ApplyOptions;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the records of a poll, slice by slice, within the time limit of a put. If a store in the worker fails, it
 * goes back to its last checkpoint. If it fails again before a batch was applied, the failure ends the task. Not
 * thread-safe.
 */
final class PolledRecords {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final StoreWriter writer;
    private final PatchApplier applier;
    private final Assignment assignment;
    private final Seeks seeks;
    private final Outage outage;
    private final SnapshotGate gate;
    private final SinkCounts counts;
    private final SinkTaskContext context;
    private final LongSupplier clockMs;
    private final int sliceRecords;
    private final long putMaxMs;
    private final boolean goesBack;

    /** The last applied record of a put that ran out of time; null if there is none. */
    private @Nullable InputRecord lastDone;

    /** Whether the store was reopened and no batch was applied since then. */
    private boolean reopened;

    /** @param clockMs any steadily growing count of ms */
    PolledRecords(
            StoreWriter writer,
            PatchApplier applier,
            Assignment assignment,
            Seeks seeks,
            Outage outage,
            SnapshotGate gate,
            SinkCounts counts,
            SinkTaskContext context,
            LongSupplier clockMs,
            RdfSinkConfig config) {
        this.writer = writer;
        this.applier = applier;
        this.assignment = assignment;
        this.seeks = seeks;
        this.outage = outage;
        this.gate = gate;
        this.counts = counts;
        this.context = context;
        this.clockMs = clockMs;
        sliceRecords = config.batchMaxRecords();
        putMaxMs = config.putMaxMs();
        goesBack = config.target().isInWorker();
    }

    /**
     * Applies records, and the records that wait from earlier calls.
     *
     * @param more whether more records are waiting; if so, the last of these records may wait for them
     * @throws RetriableException if the time is up before all records are applied, or a record waits for what it builds on
     * @throws StoreFailedException if the store failed; if the store can be reopened, only at the second failure in a
     *     row
     */
    void apply(List<InputRecord> records, boolean more) {
        long batches = writer.batches();
        try {
            applySlices(records, more);
            if (writer.batches() > batches) { // else the records taken in may still fail in the same way
                reopened = false;
                outage.applied();
            }
            counts.dictionaryFound();
            records.forEach(record -> gate.reached(
                    new TopicPartition(
                            record.partition().topic(), record.partition().partition()),
                    record.offset() + 1));
        } catch (AwaitedBaseException e) {
            counts.dictionaryAwaited(String.valueOf(e.getMessage()));
            throw e;
        } catch (StoreFailedException e) {
            if (reopened || !goesBack) {
                throw e; // the second failure in a row, or a store that cannot go back
            }
            reopened = true;
            counts.retries.incrementAndGet();
            LOG.warn("Going back to the last checkpoint, because the store failed", e);
            goBack(e);
        }
    }

    /** If it fails too, the task ends, and the failure before it tells more: what a full disk breaks next is chance. */
    private void goBack(StoreFailedException failure) {
        try {
            seeks.toClaimed(writer.reopen(assignment.all()));
        } catch (StoreFailedException again) {
            failure.addSuppressed(again);
            throw new StoreFailedException(
                    failure.getMessage() + "; going back to the last checkpoint failed too: " + again.getMessage(),
                    failure);
        }
    }

    /**
     * Applies slices until the time is up. The worker then polls and puts the same records again, and applied records
     * are left out.
     */
    private void applySlices(List<InputRecord> records, boolean more) {
        long beganMs = clockMs.getAsLong();
        int begin = firstNotDone(records);
        for (int from = begin; from < records.size(); from += sliceRecords) {
            if (from > begin && clockMs.getAsLong() - beganMs >= putMaxMs) {
                writer.settle();
                lastDone = records.get(from - 1);
                context.timeout(1);
                throw new RetriableException("the store is slow: " + (records.size() - from) + " of " + records.size()
                        + " records wait until the consumer has polled (" + ApplyOptions.PUT_MAX_MS.name() + ")");
            }
            int end = Math.min(from + sliceRecords, records.size());
            applier.apply(records.subList(from, end), more || end < records.size());
        }
        if (!more) {
            writer.settle();
        }
    }

    /**
     * Index of the first record that is not applied, if the same records were put before; 0 if these are other records.
     */
    private int firstNotDone(List<InputRecord> records) {
        InputRecord done = lastDone;
        lastDone = null;
        for (int i = records.size() - 1; done != null && i >= 0; i--) {
            if (records.get(i).isOfSame(done)) {
                return i + 1;
            }
        }
        return 0;
    }
}
