package dev.velella.sink.session;

import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.Target;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Makes applied batches durable by checkpoints, at an interval or when asked. Not thread-safe. */
final class Checkpoints {
    private static final long FILLING_POLL_MS = 100;

    private final Target target;
    private final BatchLimits limits;
    private final long intervalMs;
    private final SinkCounts counts;
    private final SinkTaskContext context;
    private final LongSupplier clockMs;
    private long madeAtMs;

    /**
     * @param limits tells whether the store is being filled
     * @param intervalMs time from the end of one checkpoint to the next, in ms
     * @param clockMs any steadily growing count of ms
     */
    Checkpoints(
            Target target,
            BatchLimits limits,
            long intervalMs,
            SinkCounts counts,
            SinkTaskContext context,
            LongSupplier clockMs) {
        this.target = target;
        this.limits = limits;
        this.intervalMs = intervalMs;
        this.counts = counts;
        this.context = context;
        this.clockMs = clockMs;
        this.madeAtMs = clockMs.getAsLong();
    }

    /**
     * Makes a checkpoint if the interval is over. Otherwise asks Connect to call the task again at the end of the
     * interval.
     */
    void makeWhenDue() {
        if (!target.isCheckpointNeeded()) {
            return;
        }
        if (limits.isFilling()) {
            context.timeout(FILLING_POLL_MS); // so that the task soon notices the end of the records
            return;
        }
        long waitMs = madeAtMs + intervalMs - clockMs.getAsLong();
        if (waitMs <= 0) {
            make();
        } else {
            context.timeout(waitMs); // otherwise Connect waits for records until the next offset commit
        }
    }

    /** Makes a checkpoint unless the store is being filled, because checkpoints take long then. */
    void makeUnlessFilling() {
        if (!limits.isFilling()) {
            make();
        }
    }

    /** Makes a checkpoint if an applied batch is not durable. */
    void make() {
        if (target.isCheckpointNeeded()) {
            long beganMs = clockMs.getAsLong();
            target.checkpoint();
            madeAtMs = clockMs.getAsLong();
            counts.checkpointed(madeAtMs - beganMs);
            noteDurable();
        }
    }

    /** Updates the counters with the durable offsets of the store. */
    void noteDurable() {
        target.durableOffsets().forEach((id, next) -> counts.partition(id).durable(next));
    }
}
