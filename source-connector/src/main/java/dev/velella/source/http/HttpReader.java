package dev.velella.source.http;

import dev.velella.retry.Backoff;
import dev.velella.retry.RetryWarnings;
import dev.velella.source.element.ElementMemory;
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
 * Reads an input on a thread of its own, request after request, and waits between them: for the interval of the options,
 * or longer and longer where there is no answer. {@link #take} gives what was read; {@link #close} ends it.
 */
public final class HttpReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpReader.class);

    /** Elements that are ahead of the task. */
    private static final int AHEAD = 100;

    private final HttpInput input;
    private final HttpCounts counts;
    private final long intervalMs;
    private final long backoffMaxMs;
    private final Backoff backoff;
    private final BlockingQueue<HttpElement> elements = new ArrayBlockingQueue<>(AHEAD);

    /** Estimated bytes of memory that those ahead may still take. */
    private final Semaphore room = new Semaphore(ElementMemory.MOST_BYTES);

    private final RetryWarnings warnings = new RetryWarnings();
    private final Thread thread;
    private volatile @Nullable ConnectException failure;
    private volatile boolean closed;

    HttpReader(HttpInput input, AbstractConfig config, HttpCounts counts) {
        this.counts = counts;
        this.input = input;
        intervalMs = HttpOptions.POLL_INTERVAL_MS.of(config);
        long backoffMs = HttpOptions.RETRY_BACKOFF_MS.of(config);
        backoffMaxMs = Math.max(backoffMs, HttpOptions.RETRY_BACKOFF_MAX_MS.of(config));
        backoff = new Backoff(backoffMs, backoffMaxMs);
        thread = new Thread(this::run, "velella-http");
        thread.setDaemon(true);
    }

    /** Begins to read, and returns. */
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
                        counts.elements.incrementAndGet(); // who takes it finds it counted
                        elements.put(element);
                        read[0]++;
                    });
                    backoff.reset();
                    warnings.succeeded();
                    TimeUnit.MILLISECONDS.sleep(intervalMs);
                } catch (HttpFailure e) {
                    if (e.isLasting()) {
                        throw new ConnectException(e.getMessage(), e);
                    }
                    pause(String.valueOf(e.getMessage()), read[0], e.retryAfter());
                } catch (IOException e) {
                    pause(
                            "the answer was cut after " + read[0] + " elements: " + RetryWarnings.message(e),
                            read[0],
                            Duration.ZERO);
                }
            }
        } catch (InterruptedException e) {
            log.debug("Reading was ended");
        } catch (ConnectException e) {
            failure = e;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) { // nobody else would hear of it
            failure = new ConnectException("the answer cannot be read: " + e, e);
        }
    }

    /** What of the room an element takes: at least 1, at most all. */
    private static int bytes(HttpElement element) {
        return (int) Math.max(1, Math.min(ElementMemory.MOST_BYTES, element.estimatedBytes()));
    }

    /** Whether it waits, for the task or for the next request. */
    boolean isWaiting() {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private void pause(String reason, long read, Duration least) throws InterruptedException {
        if (closed) {
            return;
        }
        counts.failures.incrementAndGet();
        if (read > 0) {
            backoff.reset();
        }
        long wait = Math.min(backoffMaxMs, Math.max(backoff.nextMs(), least.toMillis()));
        if (warnings.isDue(reason)) {
            log.warn("{}; the next request is in {} ms", reason, wait);
        } else {
            log.debug("{}; the next request is in {} ms", reason, wait);
        }
        TimeUnit.MILLISECONDS.sleep(wait);
    }

    /**
     * The next elements; empty if there were none in time.
     *
     * @param most how many at most
     * @param patience how long to wait for the first
     * @throws ConnectException if there is none, and will be none
     */
    public List<HttpElement> take(int most, Duration patience) throws InterruptedException {
        // Looked at before the queue: what was read before the failure is there.
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

    /** Ends reading, in the middle of whatever it does. Does not wait. Idempotent. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
