package dev.velella.sink.store;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets either many readers or one writer at a store. Who waits longest is next, so that neither keeps the other out.
 * Thread-safe; a turn ends in the thread that began it.
 */
final class TurnLock {
    /** Longer than a query may take, shorter than Kafka waits for the sink. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);

    /** What begins when it is given, and ends when it is closed. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits while something is written.
     *
     * @throws StoreFailedException if the thread is interrupted, or the wait was too long
     */
    Turn shared() {
        return begin(lock.readLock(), "a transaction");
    }

    /**
     * Waits while something is read or written.
     *
     * @throws StoreFailedException if the thread is interrupted, or the wait was too long
     */
    Turn alone() {
        return begin(lock.writeLock(), "a query");
    }

    private static Turn begin(Lock turn, String other) {
        try {
            if (!turn.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreFailedException(
                        "the store is in use by " + other + " that has not ended in " + PATIENCE.toSeconds() + " s",
                        null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreFailedException("interrupted while waiting for the end of " + other, e);
        }
        return turn::unlock;
    }
}
