package dev.velella.source.mqtt.lane;

import dev.velella.kit.thread.Daemon;
import dev.velella.source.element.ElementMemory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads costly messages on a thread of its own, so that they do not delay others. Streams take turns, message by
 * message. The messages of one stream come out in the order in which they went in.
 *
 * <p>The inbox bounds the waiting messages, because it has not settled them. The thread does not begin a message while
 * the task still has too many read messages to take. The lane settles no message: the broker sends the messages again
 * that are in the lane when it is closed.
 *
 * <p>Thread-safe. The task adds and takes; any thread may close the lane.
 */
final class CostlyLane implements AutoCloseable {
    private static final int MOST_READ = 100;

    /**
     * Most estimated bytes of read messages that the task has not taken. Besides these, one element is in memory while
     * it is read.
     */
    private static final long MOST_READ_BYTES = ElementMemory.MOST_BYTES / 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Messages to be read, by stream. The stream whose turn is next comes first. */
    private final Map<String, Deque<MessageReading>> waiting = new LinkedHashMap<>();

    private final Deque<ReadMessage> read = new ArrayDeque<>();
    private long readBytes;

    /** Number of messages of each stream that wait, are being read, or were read and not taken. */
    private final Map<String, Integer> underWay = new HashMap<>();

    private final Runnable whenRead;
    private final Thread thread;
    private boolean closed;

    private CostlyLane(Runnable whenRead) {
        this.whenRead = whenRead;
        thread = Daemon.of("velella-costly-lane", this::run);
    }

    /**
     * Starts a lane without messages.
     *
     * @param whenRead called by the lane's thread when there is a message to take
     */
    static CostlyLane start(Runnable whenRead) {
        CostlyLane lane = new CostlyLane(whenRead);
        lane.thread.start();
        return lane;
    }

    private void run() {
        try {
            for (MessageReading next = next(); next != null; next = next()) {
                put(next.read());
                whenRead.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the lane was closed
        }
    }

    /** The next message to read; null when the lane is closed. */
    private @Nullable MessageReading next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed && (waiting.isEmpty() || read.size() >= MOST_READ || readBytes >= MOST_READ_BYTES)) {
                changed.await();
            }
            if (closed) {
                return null;
            }
            Iterator<Map.Entry<String, Deque<MessageReading>>> first =
                    waiting.entrySet().iterator();
            Map.Entry<String, Deque<MessageReading>> turn = first.next();
            String stream = turn.getKey();
            Deque<MessageReading> messages = turn.getValue();
            first.remove();
            MessageReading next = messages.remove();
            if (!messages.isEmpty()) {
                waiting.put(stream, messages);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void put(ReadMessage message) {
        lock.lock();
        try {
            if (!closed) {
                read.add(message);
                readBytes += message.bytes();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds a message. */
    void add(MessageReading message) {
        lock.lock();
        try {
            underWay.merge(message.stream(), 1, Integer::sum);
            waiting.computeIfAbsent(message.stream(), stream -> new ArrayDeque<>(1))
                    .add(message);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the lane still holds messages of a stream. */
    boolean has(String stream) {
        lock.lock();
        try {
            return underWay.containsKey(stream);
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is a message to take. */
    boolean hasRead() {
        lock.lock();
        try {
            return !read.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the lane has no message, or gives none out any more because it is closed. */
    boolean isEmpty() {
        lock.lock();
        try {
            return underWay.isEmpty() || closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is a message to take, or the time is over. */
    void await(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (read.isEmpty() && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next message that was read; empty if there is none now. */
    Optional<ReadMessage> take() {
        lock.lock();
        try {
            ReadMessage first = read.poll();
            if (first == null) {
                return Optional.empty();
            }
            readBytes -= first.bytes();
            underWay.computeIfPresent(first.reading().stream(), (stream, count) -> count == 1 ? null : count - 1);
            changed.signalAll();
            return Optional.of(first);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes the lane without waiting. A message that is being read is dropped as soon as its reader returns.
     * Idempotent.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            read.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }
}
