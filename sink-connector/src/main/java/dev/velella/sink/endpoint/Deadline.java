package dev.velella.sink.endpoint;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of one request. When the time is over, the thread that started the limit is interrupted once. This
 * ends its query, or its read or write on the socket. After {@link #end} the thread is never interrupted for this
 * request.
 */
final class Deadline {
    private final Thread worker = Thread.currentThread();
    private final Future<?> alarm;
    private boolean ended;
    private boolean expired;

    /** Starts the time limit for the request of the calling thread. */
    Deadline(ScheduledExecutorService alarms, long timeoutMs) {
        alarm = alarms.schedule(this::expire, timeoutMs, TimeUnit.MILLISECONDS);
    }

    private synchronized void expire() {
        if (!ended) {
            expired = true;
            worker.interrupt();
        }
    }

    /** Ends the time limit and clears its interrupt. Returns whether the time was over. May be called several times. */
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
