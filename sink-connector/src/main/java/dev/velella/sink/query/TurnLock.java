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
 * A read-write lock for a store: either many readers or one writer have access. Readers that arrive during a write come
 * next, then the next writer, so readers and writers never starve each other. A reader may block a writer for the time
 * in its budget ({@link QueryBudget#holdMs}). Then its query is ended. If the query does not end soon, it is shut out:
 * its turn is over, although the reader has not closed it. Thread-safe; any thread may end a turn.
 */
public final class TurnLock {
    /**
     * Maximum wait for a turn. It is longer than any turn that is not shut out, and shorter than the time that Kafka
     * waits for the sink.
     */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Time that an ended reader has to close its turn, in ms. */
    private static final long GRACE_MS = 1_000;

    /** Time that ended readers have to close their turns before the store is closed, in ms. */
    private static final long LAST_GRACE_MS = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Reader> reading = new HashSet<>();
    private boolean writing;
    private int writersWaiting;
    private int readersWaiting;

    /** Number of readers that waited during a write and come next. */
    private int readersNext;

    private long writes;

    /** Number of readers that have not closed their turn, including readers that were shut out. */
    private int open;

    private @Nullable Runnable afterLast;

    /** An access to the store. It begins when the lock returns it, and ends when it is closed. */
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
     * Begins the turn of a reader. Waits for writers.
     *
     * @param budget budget of the query that reads
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
     * Begins the turn of a writer. Waits for another writer, and for readers as long as their budgets allow.
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
     * Ends all readers and closes the store, at once or when the last reader has closed its turn.
     *
     * @throws StoreFailedException if the store is still open, because a reader has not closed its turn
     */
    public void close(Runnable closing) {
        boolean alone = alone(0, LAST_GRACE_MS, LAST_GRACE_MS);
        lock.lock();
        try {
            if (open > 0) {
                afterLast = closing;
                throw new StoreFailedException(
                        "a query of the store still runs although it was ended; the store is closed when it stops",
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
     * @param mostHoldMs upper bound on the time that readers may block the writer, in ms
     * @param graceMs time after which an ended reader is shut out, in ms
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

    /**
     * Ends or shuts out a reader if its time is over. Returns when to look at the reader again, in ms since the wait
     * began.
     */
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
