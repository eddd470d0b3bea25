package dev.velella.diff.streams;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks for commits of a task while its thread has little to do, so that readers of committed records need not wait for
 * {@code commit.interval.ms}, which is made for a thread that is busy. At once where the thread may commit ({@link CommitPace}),
 * else as soon as it may. Used by the thread of the task.
 */
public final class EarlyCommits {
    /** From one early commit to the next, in ms, unless the options say otherwise. */
    public static final long DEFAULT_MS = 25;

    /** Time between two looks whether a record that waits may be committed, in ms, and longest poll for that. */
    public static final long LOOK_MS = 10;

    private final ProcessorContext<?, ?> context;
    private final long leastMs;
    private final ThreadLocal<CommitPace> paces;

    /** Looks again while records wait; null while none does. Always there, it would have idle tasks commit nothing. */
    private @Nullable Cancellable looks;

    /**
     * @param leastMs from one early commit of a thread to the next, in ms; 0 for none
     * @param paces of the threads of the app
     */
    public EarlyCommits(ProcessorContext<?, ?> context, long leastMs, ThreadLocal<CommitPace> paces) {
        this.context = context;
        this.leastMs = leastMs;
        this.paces = paces;
    }

    /** What the threads of an app share between their tasks. */
    public static ThreadLocal<CommitPace> paces(long leastMs) {
        return ThreadLocal.withInitial(() -> new CommitPace(TimeUnit.MILLISECONDS.toNanos(leastMs), System.nanoTime()));
    }

    /** A record was processed, from that {@link System#nanoTime} on. */
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

    /** Ends what was begun; nothing more is asked for until the next record. */
    public void close() {
        if (looks != null) {
            looks.cancel();
            looks = null;
        }
    }
}
