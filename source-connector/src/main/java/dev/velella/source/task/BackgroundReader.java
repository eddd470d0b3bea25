package dev.velella.source.task;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads ahead on a thread of its own, so that reading goes on while the worker encodes and sends. What was read waits in a
 * queue with bounds; while it is full, the thread waits. A failure is passed on behind what was read before it. Owns the
 * thread. One thread takes; any thread closes.
 *
 * @param <T> what is read
 */
public final class BackgroundReader<T> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackgroundReader.class);

    private final int most;
    private final long mostBytes;
    private final ToLongFunction<T> size;
    private final Reading<T> reading;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> items = new ArrayDeque<>();
    private long bytes;
    private boolean isEnded;
    private @Nullable ConnectException failure;
    private volatile boolean closed;

    /** Reads to the end, on the thread of a reader. */
    @FunctionalInterface
    public interface Reading<T> {
        /**
         * Reads.
         *
         * @throws ConnectException if reading cannot go on; every other exception ends it too
         */
        void read(Sink<T> sink) throws IOException, InterruptedException;
    }

    /** Takes what is read. */
    public interface Sink<T> {
        /**
         * Waits for room.
         *
         * @throws InterruptedException if nobody takes any more
         */
        void add(T item) throws InterruptedException;

        /** Whether nobody takes any more. */
        boolean isClosed();
    }

    /**
     * Creates a reader, whose thread is not started.
     *
     * @param thread name of the thread
     * @param most most items that wait
     * @param mostBytes most bytes that wait; a single item may have more
     * @param size bytes of an item
     */
    public BackgroundReader(String thread, int most, long mostBytes, ToLongFunction<T> size, Reading<T> reading) {
        this.most = most;
        this.mostBytes = mostBytes;
        this.size = size;
        this.reading = reading;
        this.thread = new Thread(this::run, thread);
        this.thread.setDaemon(true);
    }

    /** Starts the thread. Does not wait. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            reading.read(new Queue());
            end(null);
        } catch (InterruptedException | CancellationException e) {
            log.debug("Reading was ended");
        } catch (ConnectException e) {
            end(e);
        } catch (IOException | RuntimeException | Error e) { // otherwise nobody would see the error
            end(new ConnectException("the answer cannot be read: " + e, e));
        }
    }

    private void end(@Nullable ConnectException with) {
        lock.lock();
        try {
            isEnded = true;
            failure = with;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private final class Queue implements Sink<T> {
        @Override
        public void add(T item) throws InterruptedException {
            long more = size.applyAsLong(item);
            lock.lockInterruptibly();
            try {
                while (!closed && !items.isEmpty() && (items.size() >= most || bytes + more > mostBytes)) {
                    changed.await();
                }
                if (closed) {
                    throw new InterruptedException("closed");
                }
                items.add(item);
                bytes += more;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean isClosed() {
            return closed;
        }
    }

    /**
     * Takes the next items; empty if none came in time, or there are no more.
     *
     * @param count most items to take
     * @param patience longest wait for the first item
     * @throws ConnectException if reading has failed and all items before the failure were taken
     */
    public List<T> take(int count, Duration patience) throws InterruptedException {
        List<T> taken = new ArrayList<>();
        lock.lockInterruptibly();
        try {
            long left = patience.toNanos();
            while (items.isEmpty() && !isEnded && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (items.isEmpty() && failure != null) {
                throw failure;
            }
            while (!items.isEmpty() && taken.size() < count) {
                T item = items.remove();
                bytes -= size.applyAsLong(item);
                taken.add(item);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /** Whether everything was read and taken. */
    public boolean isDone() {
        lock.lock();
        try {
            return isEnded && failure == null && items.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the thread waits, for room or for something to read. */
    public boolean isWaiting() {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /** Ends the reading at once, wherever it is. Does not wait. Idempotent. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
