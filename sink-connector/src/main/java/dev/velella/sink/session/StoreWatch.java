package dev.velella.sink.session;

import dev.velella.sink.store.StoreWaits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log that a store does not answer. The message says which step waits, and what the task will do if the
 * store still does not answer. It is repeated once a minute; another message says that the store answers again. Runs in
 * a thread of its own.
 */
final class StoreWatch implements AutoCloseable {
    /** Time without an answer after which the store is named: longer than a slow commit, shorter than a person's wait. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Time between two messages about the same wait, in ms. */
    private static final long REPEAT_MS = 60_000;

    /** Minimum time between the messages about two waits, in ms, because a slow store may be late at every step. */
    private static final long PAUSE_MS = 10_000;

    private static final long PERIOD_MS = 500;
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final String store;
    private final StoreWaits waits;
    private final long patienceMs;
    private final String whatNext;
    private final LongSupplier clockMs;
    private final Consumer<String> warn;
    private final Consumer<String> inform;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "velella-sink-store-watch");
        made.setDaemon(true);
        return made;
    });

    private boolean waiting;
    private long longestMs;
    private boolean hasWarned;
    private long warnedAtMs;

    StoreWatch(
            String store,
            StoreWaits waits,
            Duration patience,
            String whatNext,
            LongSupplier clockMs,
            Consumer<String> warn,
            Consumer<String> inform) {
        this.store = store;
        this.waits = waits;
        this.patienceMs = patience.toMillis();
        this.whatNext = whatNext;
        this.clockMs = clockMs;
        this.warn = warn;
        this.inform = inform;
    }

    /**
     * Starts to watch.
     *
     * @param store kind and place of the store
     * @param whatNext sentences that say what the task does if the store still does not answer
     */
    static StoreWatch start(String store, StoreWaits waits, String whatNext) {
        StoreWatch watch = new StoreWatch(
                store, waits, PATIENCE, whatNext, () -> System.nanoTime() / 1_000_000, LOG::warn, LOG::info);
        ScheduledFuture<?> unused =
                watch.thread.scheduleWithFixedDelay(watch::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
        return watch;
    }

    /** Checks the current wait once. */
    void look() {
        StoreWaits.Wait wait = waits.current().orElse(null);
        long now = clockMs.getAsLong();
        if (wait == null || wait.ms() < patienceMs) {
            if (waiting) {
                waiting = false;
                inform.accept("Store " + store + " answers again, after about " + longestMs / 1_000 + " s");
            }
            return;
        }
        longestMs = wait.ms();
        if (!hasWarned || now - warnedAtMs >= (waiting ? REPEAT_MS : PAUSE_MS)) {
            warn.accept(message(wait));
            waiting = true;
            hasWarned = true;
            warnedAtMs = now;
        }
    }

    private String message(StoreWaits.Wait wait) {
        String since = Instant.now()
                .minusMillis(wait.ms())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        String failed = wait.lastFailure() == null
                ? ""
                : " " + wait.failures() + (wait.failures() == 1 ? " request" : " requests")
                        + " failed, the last one with: " + wait.lastFailure() + ".";
        return "Store " + store + " has not answered since " + since + " (" + wait.ms() / 1_000
                + " s). The task waits for it to " + wait.purpose() + "." + failed + " " + whatNext;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
