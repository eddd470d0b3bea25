package dev.velella.diff;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The diff app: {@link DiffTopology} in Kafka Streams, with its topics checked first.
 *
 * <p>Runs once: new, started, then running until it fails or is closed. A failure of any of its threads stops all of
 * them and is kept. A record that cannot be taken is such a failure ({@link RejectedRecordException}): it is never left
 * out, so the next start reads on from the last commit and stops at it again, as long as it is there. Under {@code
 * processing.guarantee=exactly_once_v2}, the default, each element gives its patch exactly once. With {@code
 * at_least_once} a crash can lose or repeat patches, which shows in their numbers. Thread-safe.
 */
public final class DiffApp implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final String ADMIN_CLIENT = "-topics";

    private static final Logger LOG = LoggerFactory.getLogger(DiffApp.class);

    private final ThreadReplacements replacements = new ThreadReplacements(10, Duration.ofMinutes(10));
    private final DiffConfig config;
    private final Object changed = new Object();

    /** Whether start was called. Guarded by {@link #changed}, like all fields below. */
    private boolean started;

    /** Null until the topics are checked. */
    private @Nullable KafkaStreams streams;

    private State state = State.CREATED;
    private @Nullable Throwable failure;

    /** An app that is not started yet and holds no resources. */
    public DiffApp(DiffConfig config) {
        this.config = config;
    }

    /**
     * Checks the topics, creates the output topic if it is missing, and starts the threads; does not wait for them.
     *
     * @throws ConfigException if the input topic does not exist, the output topic has another number of partitions, one of
     *     them is compacted where it must not be, or Kafka Streams refuses its options
     * @throws KafkaException if the cluster cannot be reached
     * @throws IllegalStateException if it was started or closed before
     */
    public void start() {
        synchronized (changed) {
            if (started || state != State.CREATED) {
                throw new IllegalStateException("the app runs once; make a new one");
            }
            started = true;
        }
        StreamsConfig streamsConfig = new StreamsConfig(config.streamsProperties());
        String id = streamsConfig.getString(StreamsConfig.APPLICATION_ID_CONFIG) + ADMIN_CLIENT;
        try (Admin admin = Admin.create(streamsConfig.getAdminConfigs(id))) {
            new DiffTopics(admin, config).prepare();
        }
        begin(new KafkaStreams(DiffTopology.of(config), streamsConfig));
    }

    /** Outside the lock, because listeners are called by other threads while Kafka Streams starts. */
    private void begin(KafkaStreams made) {
        made.setStateListener((next, previous) -> moveTo(next));
        made.setUncaughtExceptionHandler(this::fail);
        boolean closedMeanwhile;
        synchronized (changed) {
            closedMeanwhile = state != State.CREATED;
            streams = made;
        }
        if (closedMeanwhile) {
            made.close();
            throw new IllegalStateException("the app was closed while it started");
        }
        made.start();
    }

    private void moveTo(State next) {
        synchronized (changed) {
            state = next;
            changed.notifyAll();
        }
    }

    /**
     * A rejected record stops the app: another thread would only meet it again. Anything else, such as a transaction that
     * a hanging broker ended, gets a new thread, which goes on after the last commit; unless that happens too often.
     */
    private StreamThreadExceptionResponse fail(Throwable thrown) {
        Throwable reason = reason(thrown);
        if (!(reason instanceof RejectedRecordException) && replacements.mayHaveAnother(System.nanoTime())) {
            LOG.warn("A thread failed and is replaced", thrown);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        synchronized (changed) {
            if (failure == null) {
                failure = reason;
            }
            changed.notifyAll();
        }
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** The rejected record among the causes, if that is what it is about; else what was thrown. */
    private static Throwable reason(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof RejectedRecordException) {
                return cause;
            }
        }
        return thrown;
    }

    /**
     * Waits until the app runs, that is until it has its partitions and has restored their state.
     *
     * @return whether it runs; false if the time is up, or it has failed or was closed, see {@link #failure}
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public boolean awaitRunning(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (changed) {
            while (state != State.RUNNING && !isOver()) {
                long leftMs = (deadline - System.nanoTime() + 999_999) / 1_000_000;
                if (leftMs <= 0) {
                    return false;
                }
                changed.wait(leftMs);
            }
            return state == State.RUNNING && failure == null;
        }
    }

    /**
     * Waits until the app has failed or was closed.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void awaitStopped() throws InterruptedException {
        synchronized (changed) {
            while (!state.hasCompletedShutdown()) {
                changed.wait();
            }
        }
    }

    private boolean isOver() {
        return failure != null || state.hasStartedOrFinishedShuttingDown();
    }

    /** Whether it has its partitions and works on them; false too while partitions move. */
    public boolean isRunning() {
        synchronized (changed) {
            return state == State.RUNNING && failure == null;
        }
    }

    /** Why it stopped by itself: a {@link RejectedRecordException}, or what a thread of Kafka Streams threw. */
    public Optional<Throwable> failure() {
        synchronized (changed) {
            return Optional.ofNullable(failure);
        }
    }

    /**
     * Stops the threads and leaves the group, so that another app, or the next start, gets the partitions at once and
     * not after the session timeout. Does nothing when it was closed before.
     *
     * @return whether all threads have stopped in time
     */
    public boolean close(Duration timeout) {
        KafkaStreams running;
        synchronized (changed) {
            running = streams;
            if (running == null) {
                moveTo(State.NOT_RUNNING);
                return true;
            }
        }
        return running.close(
                CloseOptions.timeout(timeout).withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }

    /** Stops the threads, waiting for them up to 30 s. */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }
}
