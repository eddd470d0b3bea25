package dev.velella.sink;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ApplyOptions;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the records of polls, slice by slice, within the time of a put. A store in the worker that fails goes back to its
 * last checkpoint, once in a row. Not thread-safe.
 */
final class PolledRecords {
    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkTask.class);

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

    /** The last record of a put that did not come to its end; null where none is. */
    private @Nullable InputRecord lastDone;

    /** Whether the store was opened again and nothing was applied since. */
    private boolean reopened;

    /** @param clockMs any steadily growing count of ms */
    PolledRecords(
            PatchApplier applier,
            Assignment assignment,
            Seeks seeks,
            Outage outage,
            SnapshotGate gate,
            SinkCounts counts,
            SinkTaskContext context,
            LongSupplier clockMs,
            RdfSinkConfig config) {
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
     * Applies records, and what waits.
     *
     * @param more whether more records are there, so that the last of these may wait for them
     * @throws RetriableException if the time is up before all are applied
     * @throws StoreFailedException if the store failed, the second time in a row where it can be opened again
     */
    void apply(List<InputRecord> records, boolean more) {
        long batches = counts.batches.get();
        try {
            applySlices(records, more);
            if (counts.batches.get() > batches) { // else what was taken in may still meet the same fate
                reopened = false;
                outage.applied();
            }
            records.forEach(record -> gate.reached(
                    new TopicPartition(
                            record.partition().topic(), record.partition().partition()),
                    record.offset() + 1));
        } catch (StoreFailedException e) {
            if (reopened || !goesBack) {
                throw e; // the second time in a row, or nothing to go back to
            }
            reopened = true;
            counts.retries.incrementAndGet();
            LOG.warn("Going back to the last checkpoint, because the store failed", e);
            seeks.toClaimed(applier.reopen(assignment.all()));
        }
    }

    /**
     * As many transactions as fit into the time. The worker polls and puts the same records again; those that are done are
     * left out. After a rewind all have to be taken, since the worker would put them behind the rewind.
     */
    private void applySlices(List<InputRecord> records, boolean more) {
        long beganMs = clockMs.getAsLong();
        Set<PartitionId> rewound = new HashSet<>();
        int begin = firstNotDone(records);
        for (int from = begin; from < records.size(); from += sliceRecords) {
            if (from > begin && rewound.isEmpty() && clockMs.getAsLong() - beganMs >= putMaxMs) {
                applier.settle();
                lastDone = records.get(from - 1);
                context.timeout(1);
                throw new RetriableException("the store is slow: " + (records.size() - from) + " of " + records.size()
                        + " records wait until the consumer has polled (" + ApplyOptions.PUT_MAX_MS.name() + ")");
            }
            int end = Math.min(from + sliceRecords, records.size());
            List<InputRecord> slice = records.subList(from, end).stream()
                    .filter(record -> !rewound.contains(record.partition()))
                    .toList();
            applier.apply(slice, (more || end < records.size()) && rewound.isEmpty())
                    .forEach((id, offset) -> {
                        LOG.info(
                                "Partition {} is read again from offset {}, because codec state is missing",
                                id,
                                offset);
                        seeks.to(id, offset);
                        rewound.add(id);
                    });
        }
        if (!more) {
            applier.settle();
        }
    }

    /** Where to go on in records that were put before and not all taken; where they are not the same, at the first. */
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
