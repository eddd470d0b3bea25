package dev.velella.sink.endpoint;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Time limit of one request. When it passes, the thread that started it is interrupted, once: that ends the query, and a
 * read or write on the socket too. After {@link #end} the thread is never interrupted for this request.
 */
final class Deadline {
    private final Thread worker = Thread.currentThread();
    private final Future<?> alarm;
    private boolean ended;
    private boolean expired;

    /** Starts the time of the calling thread's request. */
    Deadline(ScheduledExecutorService alarms, long timeoutMs) {
        alarm = alarms.schedule(this::expire, timeoutMs, TimeUnit.MILLISECONDS);
    }

    private synchronized void expire() {
        if (!ended) {
            expired = true;
            worker.interrupt();
        }
    }

    /** Ends the time limit and clears an interrupt of it; says whether the time had passed. May be called again. */
    synchronized boolean end() {
        if (!ended) {
            ended = true;
            alarm.cancel(false);
            if (expired) {
                Thread.interrupted();
            }
        }
        return expired;
    }
}
