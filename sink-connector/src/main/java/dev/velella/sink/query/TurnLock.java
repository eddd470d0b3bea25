package dev.velella.sink.query;

import dev.velella.sink.error.StoreFailedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets either many readers or one writer at a store. Readers that came while something was written are next, then the
 * writer, so that neither keeps the other out. A reader has as long as its budget lets a writer wait
 * ({@link QueryBudget#holdMs}); then it is ended, and if it does not heed that, shut out: its turn is over, although it has not
 * gone. Thread-safe; turns may end in any thread.
 */
public final class TurnLock {
    /** Longer than what is not shut out may take, shorter than Kafka waits for the sink. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    /** How long a reader that was ended may take to go, in ms. */
    private static final long GRACE_MS = 1_000;

    /** How long readers that were ended may take to go before the store is closed, in ms. */
    private static final long LAST_GRACE_MS = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Reader> reading = new HashSet<>();
    private boolean writing;
    private int writersWaiting;
    private int readersWaiting;

    /** Readers that waited while something was written, and are next. */
    private int readersNext;

    private long writes;

    /** Readers that have not gone, whose turn is over or not. */
    private int open;

    private @Nullable Runnable afterLast;

    /** What begins when it is given, and ends when it is closed. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    private final class Reader implements Turn {
        private final QueryBudget budget;

        Reader(QueryBudget budget) {
            this.budget = budget;
        }

        @Override
        public void close() {
            Runnable last = null;
            lock.lock();
            try {
                reading.remove(this);
                open--;
                if (open == 0) {
                    last = afterLast;
                    afterLast = null;
                }
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            if (last != null) {
                last.run();
            }
        }
    }

    /**
     * Waits while something is written.
     *
     * @param budget of the query that reads
     * @throws StoreFailedException if the thread is interrupted, or the wait was too long
     */
    public Turn shared(QueryBudget budget) {
        lock.lock();
        try {
            if (writing || writersWaiting > 0) {
                awaitNext();
            }
            Reader reader = new Reader(budget);
            reading.add(reader);
            open++;
            return reader;
        } catch (InterruptedException e) {
            throw interrupted("a transaction", e);
        } finally {
            lock.unlock();
        }
    }

    private void awaitNext() throws InterruptedException {
        long seen = writes;
        long nanos = PATIENCE.toNanos();
        readersWaiting++;
        try {
            while (writing || (writersWaiting > 0 && writes == seen)) {
                if (nanos <= 0) {
                    throw tooLong("a transaction");
                }
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            if (writes == seen) {
                readersWaiting--;
            } else {
                readersNext--;
            }
            changed.signalAll();
        }
    }

    /**
     * Waits while something is written, and while something is read as long as its budget says.
     *
     * @throws StoreFailedException if the thread is interrupted, or the wait was too long
     */
    public Turn alone() {
        if (!alone(Long.MAX_VALUE, GRACE_MS, PATIENCE.toMillis())) {
            throw tooLong("a query");
        }
        return this::endWrite;
    }

    /**
     * Ends everything that is read, and closes the store: at once, or when the last reader has gone.
     *
     * @throws StoreFailedException if the store is still open, because a reader has not gone
     */
    public void close(Runnable closing) {
        boolean alone = alone(0, LAST_GRACE_MS, LAST_GRACE_MS);
        lock.lock();
        try {
            if (open > 0) {
                afterLast = closing;
                throw new StoreFailedException(
                        "a query of the store does not end although it was ended; the store is closed when it has",
                        null);
            }
        } finally {
            lock.unlock();
            if (alone) {
                endWrite();
            }
        }
        closing.run();
    }

    /**
     * @param mostHoldMs how long readers may take that allow more, in ms
     * @param graceMs after which a reader that was ended is shut out, in ms
     * @return false if the wait was too long
     */
    private boolean alone(long mostHoldMs, long graceMs, long patienceMs) {
        lock.lock();
        writersWaiting++;
        long begun = System.nanoTime();
        try {
            while (writing || readersNext > 0 || !reading.isEmpty()) {
                long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                if (waited >= patienceMs) {
                    return false;
                }
                long next = patienceMs;
                for (Reader reader : Set.copyOf(reading)) {
                    long hold = Math.min(mostHoldMs, reader.budget.holdMs());
                    next = Math.min(next, end(reader, waited, hold, graceMs));
                }
                if (!reading.isEmpty() || writing || readersNext > 0) {
                    changed.await(Math.max(1, next - waited), TimeUnit.MILLISECONDS);
                }
            }
            writing = true;
            return true;
        } catch (InterruptedException e) {
            throw interrupted("a query", e);
        } finally {
            writersWaiting--;
            changed.signalAll();
            lock.unlock();
        }
    }

    /** When to look at a reader again, in ms since the wait began. */
    private long end(Reader reader, long waited, long hold, long graceMs) throws InterruptedException {
        if (waited < hold) {
            return hold;
        }
        String reason = "the query was ended after " + hold
                + " ms of holding up a transaction (sparql.endpoint.hold.ms); try again later, or ask for less at a time";
        if (waited - hold < graceMs) {
            reader.budget.end(reason);
            return hold + graceMs;
        }
        if (reader.budget.shutOut(reason, 1)) {
            reading.remove(reader);
        }
        return waited + 1;
    }

    private void endWrite() {
        lock.lock();
        try {
            writing = false;
            writes++;
            readersNext += readersWaiting;
            readersWaiting = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static StoreFailedException tooLong(String other) {
        return new StoreFailedException(
                "the store is in use by " + other + " that has not ended in " + PATIENCE.toSeconds() + " s", null);
    }

    private static StoreFailedException interrupted(String other, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StoreFailedException("interrupted while waiting for the end of " + other, e);
    }
}
