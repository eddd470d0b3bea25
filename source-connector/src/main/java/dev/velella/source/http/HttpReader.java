package dev.velella.source.http;

import dev.velella.source.element.ElementMemory;
import dev.velella.source.fetch.Attempts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an input on a thread of its own, request after request. Between two requests it waits for the interval of the
 * options; after a failure it waits longer each time (backoff). {@link #take} returns the elements that were read.
 * {@link #close} ends the reading.
 */
public final class HttpReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpReader.class);

    /** Most elements that are read before the task takes them. */
    private static final int AHEAD = 100;

    private final HttpInput input;
    private final HttpCounts counts;
    private final long intervalMs;
    private final Attempts attempts;
    private final BlockingQueue<HttpElement> elements = new ArrayBlockingQueue<>(AHEAD);

    /** Estimated bytes of memory that further elements may take before the task takes them. */
    private final Semaphore room = new Semaphore(ElementMemory.MOST_BYTES);

    private final Thread thread;
    private volatile @Nullable ConnectException failure;
    private volatile boolean closed;

    HttpReader(HttpInput input, AbstractConfig config, HttpCounts counts) {
        this.counts = counts;
        this.input = input;
        intervalMs = HttpOptions.POLL_INTERVAL_MS.of(config);
        attempts = new Attempts(
                log,
                counts.failures,
                HttpOptions.RETRY_BACKOFF_MS.of(config),
                HttpOptions.RETRY_BACKOFF_MAX_MS.of(config));
        thread = new Thread(this::run, "velella-http");
        thread.setDaemon(true);
    }

    /** Starts the thread that reads. Does not wait. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                long[] read = {0};
                try {
                    input.read(element -> {
                        room.acquire(bytes(element));
                        counts.elements.incrementAndGet(); // before the task can take the element
                        elements.put(element);
                        read[0]++;
                    });
                    attempts.succeeded();
                    TimeUnit.MILLISECONDS.sleep(intervalMs);
                } catch (IOException e) {
                    if (read[0] > 0) {
                        attempts.progressed();
                    }
                    if (!closed) {
                        TimeUnit.MILLISECONDS.sleep(attempts.failed(e));
                    }
                }
            }
        } catch (InterruptedException e) {
            log.debug("Reading was ended");
        } catch (ConnectException e) {
            failure = e;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) { // otherwise nobody would see the error
            failure = new ConnectException("the answer cannot be read: " + e, e);
        }
    }

    /** The permits of {@link #room} that an element takes: at least 1, at most all. */
    private static int bytes(HttpElement element) {
        return (int) Math.max(1, Math.min(ElementMemory.MOST_BYTES, element.estimatedBytes()));
    }

    /** Whether the thread waits, for the task or for the next request. */
    boolean isWaiting() {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /**
     * Takes the next elements; empty if none arrived in time.
     *
     * @param most most elements to take
     * @param patience longest wait for the first element
     * @throws ConnectException if reading has failed and all elements before the failure were taken
     */
    public List<HttpElement> take(int most, Duration patience) throws InterruptedException {
        // The failure is read before the queue: so all elements from before the failure are in the queue.
        ConnectException failed = failure;
        List<HttpElement> taken = new ArrayList<>();
        HttpElement first = failed == null ? elements.poll(patience.toNanos(), TimeUnit.NANOSECONDS) : elements.poll();
        if (first != null) {
            taken.add(first);
            elements.drainTo(taken, most - 1);
        } else if (failed != null) {
            throw failed;
        }
        taken.forEach(element -> room.release(bytes(element)));
        return taken;
    }

    /** Ends the reading at once, also in the middle of an answer. Does not wait. Idempotent. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
