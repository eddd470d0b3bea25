package dev.velella.page;

import dev.velella.kit.thread.Daemon;
import dev.velella.status.PipelineLook;
import dev.velella.status.state.PipelineState;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a pipeline once a second, on a thread of its own, keeps the last state, and shows its troubles in JMX. Owns the look, and
 * closes it. Thread-safe.
 */
public final class PipelineWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineWatch.class);
    private static final long PERIOD_MS = 1_000;
    private static final long END_MS = 3_000;

    private final PipelineLook look;
    private final StreamBook book;
    private final CheckMetrics metrics = new CheckMetrics();
    private final Thread thread;
    private final Object lock = new Object();
    private @Nullable PipelineState state;
    private long version;
    private boolean closed;

    /**
     * Begins to look.
     *
     * @param book its counts become part of the state
     */
    public PipelineWatch(PipelineLook look, StreamBook book) {
        this.look = look;
        this.book = book;
        thread = Daemon.of("velella-page-watch", this::run);
        thread.start();
    }

    /**
     * A state with its number.
     *
     * @param version grows with each look
     * @param state the state
     */
    public record Seen(long version, PipelineState state) {}

    private void run() {
        try (look;
                metrics) {
            while (true) {
                PipelineState next = read();
                if (next != null) {
                    metrics.set(next.troubles());
                }
                synchronized (lock) {
                    if (next != null) {
                        state = next.with(book.traffic());
                        version++;
                        lock.notifyAll();
                    }
                    if (!closed) {
                        lock.wait(PERIOD_MS);
                    }
                    if (closed) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable PipelineState read() {
        try {
            return look.read();
        } catch (RuntimeException e) { // the next look may succeed
            LOG.warn("The pipeline could not be looked at", e);
            return null;
        }
    }

    /**
     * Waits for a state that is newer than a version.
     *
     * @param after version that is known already; 0 for any state
     * @param patienceMs longest wait in ms
     * @return null if there is none by then
     */
    public @Nullable Seen await(long after, long patienceMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
        synchronized (lock) {
            while (version <= after && !closed) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    break;
                }
                lock.wait(left);
            }
            return newer(after).orElse(null);
        }
    }

    /** A state that is newer than a version, if there is one already. */
    public Optional<Seen> newer(long after) {
        synchronized (lock) {
            PipelineState now = state;
            return version <= after || now == null ? Optional.empty() : Optional.of(new Seen(version, now));
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        try {
            thread.join(END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
