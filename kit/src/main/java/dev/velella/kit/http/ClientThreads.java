package dev.velella.kit.http;

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
 * The threads of a {@code com.sun.net.httpserver.HttpServer}. In this server every connection holds a thread from the
 * first byte of a request on, also if its client is slow. This class takes the thread away from a slow client: it
 * interrupts the thread while the thread waits for the client, and the interrupt closes the connection. This happens in
 * two cases:
 *
 * <ul>
 * <li>The thread has waited for a given time.
 * <li>All threads are in use, and another client has come. Then the longest wait of all is ended at once.
 * </ul>
 *
 * <p>Therefore clients that read or write slowly keep nobody out. This does not depend on the properties
 * {@code sun.net.httpserver.*}, which hold for all servers of a process.
 *
 * <p>A thread waits for its client except during {@link #work}. Thread-safe.
 */
public final class ClientThreads implements Executor, AutoCloseable {
    /**
     * Connections that the operating system keeps until the server accepts them, for the second argument of
     * {@code HttpServer.create}. Java's own number is 50. A hundred clients that connect at the same moment fill it, and
     * then every other client waits for one second or more until its operating system tries again.
     */
    public static final int BACKLOG = 1_024;

    private static final long SWEEP_MS = 500;
    private static final ThreadLocal<@Nullable Exchange> CURRENT = new ThreadLocal<>();

    private final int most;
    private final long patienceNanos;
    private final ThreadPoolExecutor pool;
    private final ScheduledExecutorService sweeper;
    private final Future<?> sweeping;

    /**
     * Exchanges that wait for their clients, the longest wait first. This set is also the lock for itself and for the
     * state of every exchange.
     */
    private final Set<Exchange> waiting = new LinkedHashSet<>();

    /** The work of a thread for one client; its thread is null before and after. */
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
                    Thread.interrupted(); // the interrupt was for this client
                }
            }
        }
    }

    /** Work of a thread during which it does not wait for its client. */
    public interface Work<T> {
        /** Does the work. */
        T run() throws IOException;
    }

    /**
     * Threads, which are made when they are needed.
     *
     * @param most most threads; fewer than this number may do {@link #work} at a time
     * @param patienceMs longest wait for a request, and for the end of an answer, in ms
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
     * Does some work during which the calling thread is not taken away. The work must neither read from a client nor
     * write to it.
     *
     * @throws IOException if the client was given up before
     */
    public <T> T work(Work<T> work) throws IOException {
        Exchange exchange = CURRENT.get();
        if (exchange == null) {
            return work.run(); // the thread does not belong to this object
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

    /**
     * The calling thread's answer is complete or has failed. From now on the thread waits for its client no longer than
     * for a request.
     */
    public void end() {
        Exchange exchange = CURRENT.get();
        if (exchange != null) {
            await(exchange, true);
        }
    }

    /**
     * @param timed whether the wait is at most {@link #patienceNanos} long; if not, the handler has a limit of its own
     */
    private void await(Exchange exchange, boolean timed) {
        synchronized (waiting) {
            exchange.since = System.nanoTime();
            exchange.timed = timed;
            waiting.add(exchange);
        }
        makeRoom(); // needed if no client could be given up when the next one came
    }

    /**
     * Gives up the client with the longest wait, if there are clients for whom no thread is on its way. Threads of
     * clients that were given up are: on a busy machine they need a while, and meanwhile others must not be given up for
     * the same client.
     */
    private void makeRoom() {
        int queued = pool.getQueue().size();
        if (queued > 0 && pool.getActiveCount() >= most) {
            synchronized (waiting) {
                long coming =
                        waiting.stream().filter(exchange -> exchange.givenUp).count();
                if (queued > coming) {
                    waiting.stream()
                            .filter(exchange -> !exchange.givenUp)
                            .findFirst()
                            .ifPresent(ClientThreads::giveUp);
                }
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

    /** Interrupts the running exchanges and drops the waiting ones. Has no effect if it is closed already. */
    @Override
    public void close() {
        pool.shutdownNow();
        sweeping.cancel(false);
        sweeper.shutdownNow();
    }
}
