package dev.velella.serving;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a {@code com.sun.net.httpserver.HttpServer}, whose every connection holds a thread from the first byte of
 * a request on, however slowly its client goes on. Here a thread that waits for its client is taken from it, by an interrupt,
 * which closes the connection: after some time, and at once where all threads are in use and another client has come; then
 * from the client that has been waited for longest. So clients that read or write slowly keep nobody out, whatever the
 * properties {@code sun.net.httpserver.*} are, which hold for all servers of a process.
 *
 * <p>A thread waits for its client unless its handler says that it {@link #work works}. Thread-safe.
 */
public final class ClientThreads implements Executor, AutoCloseable {
    private static final long SWEEP_MS = 500;
    private static final ThreadLocal<@Nullable Exchange> CURRENT = new ThreadLocal<>();

    private final int most;
    private final long patienceNanos;
    private final ThreadPoolExecutor pool;
    private final ScheduledExecutorService sweeper;
    private final Future<?> sweeping;

    /** Those whose clients are waited for, longest first; guarded by itself, as the state of every exchange. */
    private final Set<Exchange> waiting = new LinkedHashSet<>();

    /** What a thread does for a client; null before and after. */
    private final class Exchange implements Runnable {
        private final Runnable task;
        private @Nullable Thread thread;
        private long since;
        private boolean timed;
        private boolean givenUp;

        Exchange(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            synchronized (waiting) {
                thread = Thread.currentThread();
            }
            CURRENT.set(this);
            await(this, true);
            try {
                task.run();
            } finally {
                CURRENT.remove();
                synchronized (waiting) {
                    waiting.remove(this);
                    thread = null;
                    Thread.interrupted(); // was for this client
                }
            }
        }
    }

    /** What a thread does other than to wait for its client. */
    public interface Work<T> {
        /** Does it. */
        T run() throws IOException;
    }

    /**
     * Threads that are made when they are needed.
     *
     * @param most threads, of which some always have to be left over by what works
     * @param patienceMs how long a request, and the end of an answer, is waited for, in ms
     */
    public ClientThreads(int most, long patienceMs, ThreadFactory threads) {
        this.most = most;
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMs);
        pool = new ThreadPoolExecutor(most, most, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
        sweeper = Executors.newSingleThreadScheduledExecutor(threads);
        sweeping = sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(new Exchange(task));
        makeRoom();
    }

    /**
     * Does something during which the calling thread is not taken away. Not for reading from a client or writing to it.
     *
     * @throws IOException if the client was given up before
     */
    public <T> T work(Work<T> work) throws IOException {
        Exchange exchange = CURRENT.get();
        if (exchange == null) {
            return work.run(); // a thread of somebody else's
        }
        synchronized (waiting) {
            if (exchange.givenUp) {
                throw new IOException("the client was given up");
            }
            waiting.remove(exchange);
        }
        try {
            return work.run();
        } finally {
            await(exchange, false);
        }
    }

    /** The calling thread's answer is whole or has failed: its client is waited for no longer than for a request. */
    public void end() {
        Exchange exchange = CURRENT.get();
        if (exchange != null) {
            await(exchange, true);
        }
    }

    /** @param timed whether for {@link #patienceNanos} at most; else the handler has a limit of its own */
    private void await(Exchange exchange, boolean timed) {
        synchronized (waiting) {
            exchange.since = System.nanoTime();
            exchange.timed = timed;
            waiting.add(exchange);
        }
        makeRoom(); // if there was nobody to be given up when the next one came
    }

    private void makeRoom() {
        if (!pool.getQueue().isEmpty() && pool.getActiveCount() >= most) {
            synchronized (waiting) {
                waiting.stream()
                        .filter(exchange -> !exchange.givenUp)
                        .findFirst()
                        .ifPresent(ClientThreads::giveUp);
            }
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        synchronized (waiting) {
            waiting.stream()
                    .filter(exchange -> exchange.timed && now - exchange.since > patienceNanos)
                    .forEach(ClientThreads::giveUp);
        }
    }

    private static void giveUp(Exchange exchange) {
        exchange.givenUp = true;
        Thread thread = exchange.thread;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Interrupts what runs and drops what waits. Has no effect when closed already. */
    @Override
    public void close() {
        pool.shutdownNow();
        sweeping.cancel(false);
        sweeper.shutdownNow();
    }
}
