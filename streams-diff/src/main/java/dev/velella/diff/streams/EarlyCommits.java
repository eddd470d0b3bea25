package dev.velella.diff.streams;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Requests early commits of a task while its thread has little to do. Readers of committed records then need not wait
 * for {@code commit.interval.ms}, which is meant for busy threads. The commit is requested at once if the thread may
 * commit ({@link CommitPace}), else as soon as it may. Only the thread of the task uses this object.
 */
public final class EarlyCommits {
    /** Default minimum time from one early commit to the next, in ms. */
    public static final long DEFAULT_MS = 25;

    /**
     * While a record waits for its commit, the thread checks after this time, in ms, whether it may commit. The poll
     * time of the consumer is bounded by the same value.
     */
    public static final long LOOK_MS = 10;

    private final ProcessorContext<?, ?> context;
    private final long leastMs;
    private final ThreadLocal<CommitPace> paces;

    /**
     * Punctuator that runs while records wait for their commit; null while none wait. If it always ran, idle tasks
     * would make empty commits.
     */
    private @Nullable Cancellable looks;

    /**
     * @param leastMs minimum time from one early commit of a thread to the next, in ms; 0 turns early commits off
     * @param paces commit pace of each thread of the app
     */
    public EarlyCommits(ProcessorContext<?, ?> context, long leastMs, ThreadLocal<CommitPace> paces) {
        this.context = context;
        this.leastMs = leastMs;
        this.paces = paces;
    }

    /** Makes the commit paces of an app. All tasks of a thread share one pace. */
    public static ThreadLocal<CommitPace> paces(long leastMs) {
        return ThreadLocal.withInitial(() -> new CommitPace(TimeUnit.MILLISECONDS.toNanos(leastMs), System.nanoTime()));
    }

    /** Notes that a record was processed, and requests a commit or plans one. */
    public void processed(long beganNanos) {
        if (leastMs == 0) {
            return;
        }
        long now = System.nanoTime();
        CommitPace pace = paces.get();
        pace.worked(now - beganNanos);
        if (looks != null) {
            return;
        }
        if (pace.mayCommit(now)) {
            context.commit();
        } else {
            looks = context.schedule(Duration.ofMillis(LOOK_MS), PunctuationType.WALL_CLOCK_TIME, this::look);
        }
    }

    private void look(long nowMs) {
        if (paces.get().mayCommit(System.nanoTime())) {
            close();
            context.commit();
        }
    }

    /** Stops the punctuator. No commit is requested until the next record. */
    public void close() {
        if (looks != null) {
            looks.cancel();
            looks = null;
        }
    }
}
