package dev.velella.source.task;

import dev.velella.source.fetch.Attempts;
import dev.velella.source.record.Batch;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The session of a source that asks a server again and again, on the thread of the task. A server that does not answer is
 * asked again, without end. Owns the poll. One thread polls; any thread closes.
 */
public final class PollingSession implements SourceSession {
    private static final long MOST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Poll poll;
    private final Attempts attempts;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long waitUntil = System.nanoTime();

    /** What a source asks. */
    public interface Poll extends AutoCloseable {
        /**
         * Asks the server, and adds records. An exception leaves everything as it was with the last record.
         *
         * @param isClosed whether the session is closed, asked between requests
         * @return ms to wait before the next question
         * @throws IOException if another attempt may succeed
         * @throws ConnectException if none would
         */
        long ask(Batch batch, BooleanSupplier isClosed) throws IOException, InterruptedException;

        /** Does not wait. */
        @Override
        void close();
    }

    /** Creates a session. The server is asked by {@link #poll}. */
    public PollingSession(Poll poll, Attempts attempts) {
        this.poll = poll;
        this.attempts = attempts;
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        long left = waitUntil - System.nanoTime();
        if (left > 0) {
            closed.await(Math.min(left, MOST_WAIT_NANOS), TimeUnit.NANOSECONDS);
        } else if (!isClosed()) {
            long wait = attempts.attempt(this::isClosed, () -> poll.ask(batch, this::isClosed));
            waitUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Does not wait. A request that is under way ends by itself. */
    @Override
    public void close() {
        closed.countDown();
        poll.close();
    }
}
