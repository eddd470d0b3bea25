package dev.velella.diff.app;

import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.HealthListener;
import dev.velella.diff.options.TopicOptions;
import dev.velella.diff.options.TopicSettings;
import dev.velella.diff.streams.StateFolder;
import dev.velella.diff.streams.ThreadReplacements;
import dev.velella.rdf.ErrorText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
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
 * them and is kept. A record that cannot be taken is such a failure ({@link RejectedRecordException}) unless the options
 * say otherwise: the next start reads on from the last commit and stops at it again, as long as it is there. Under {@code
 * processing.guarantee=exactly_once_v2}, the default, each element gives its patch exactly once. With {@code
 * at_least_once} a crash can lose or repeat patches, which shows in their numbers. Thread-safe.
 */
public final class DiffApp implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final String ADMIN_CLIENT = "-topics";

    /** How long the failure of a thread may wait for what the cluster says of the topics. */
    private static final int CHECK_TIMEOUT_MS = 10_000;

    /** How often the input topic is looked for, while it is missing. */
    private static final long INPUT_POLL_MS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DiffApp.class);

    private final ThreadReplacements replacements = new ThreadReplacements(10, Duration.ofMinutes(10));
    private final DiffConfig config;
    private final Object changed = new Object();

    /** Whether start was called. Guarded by {@link #changed}, like all fields below. */
    private boolean started;

    /** Null until the topics are checked. */
    private @Nullable KafkaStreams streams;

    /** Null before the start, after the end, and where none is configured. */
    private @Nullable HealthEndpoint health;

    /** Of the input topic, as it was at the start. */
    private int partitions;

    private State state = State.CREATED;

    /** Whether it ran before. */
    private boolean hasRun;

    /** What it waits for before it can start; null where it waits for nothing. */
    private @Nullable String waiting;

    private @Nullable Throwable failure;

    /** An app that is not started yet and holds no resources. */
    public DiffApp(DiffConfig config) {
        this.config = config;
    }

    /**
     * Waits until the input topic exists, checks the topics, creates those to write to that are missing, and starts the
     * threads; does not wait for them. Health is served from the begin on, where that is configured. Returns without having
     * started anything if the app is closed while the input topic is waited for.
     *
     * @throws ConfigException if the directory for the state cannot be made, topics have other numbers of partitions than they must,
     *     one is compacted that must not be or the other way round, Kafka Streams refuses its options, or the address for
     *     health cannot be listened on
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
        StateFolder.make(streamsConfig.getString(StreamsConfig.STATE_DIR_CONFIG));
        HealthListener listener = config.healthListener();
        if (listener != null) {
            HealthEndpoint endpoint = new HealthEndpoint(listener, this::health);
            synchronized (changed) {
                health = endpoint;
            }
        }
        try (Admin admin = Admin.create(adminConfig(streamsConfig))) {
            DiffTopics topics = new DiffTopics(admin, config);
            if (!awaitInput(topics)) {
                return;
            }
            int found = topics.prepare();
            LOG.info("The diff app starts: {}", describe(found));
            synchronized (changed) {
                partitions = found;
            }
        }
        begin(new KafkaStreams(DiffTopology.of(config), streamsConfig));
    }

    /** Waits for the input topic; false if the app was closed meanwhile. */
    private boolean awaitInput(DiffTopics topics) {
        if (topics.hasInput()) {
            return true;
        }
        LOG.warn(
                "The app waits for its input topic. {}={}: {}",
                TopicOptions.INPUT_TOPIC.name(),
                config.inputTopic(),
                topics.missingInput());
        synchronized (changed) {
            waiting = "the input topic " + config.inputTopic() + " does not exist";
        }
        do {
            synchronized (changed) {
                try {
                    changed.wait(INPUT_POLL_MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new KafkaException("interrupted while waiting for the input topic", e);
                }
                if (state != State.CREATED) {
                    return false;
                }
            }
        } while (!topics.hasInput());
        synchronized (changed) {
            waiting = null;
        }
        return true;
    }

    /** What the app works on, for the log. */
    private String describe(int partitions) {
        TopicSettings topics = config.topics();
        Map<String, Object> streams = config.streamsProperties();
        StringBuilder text = new StringBuilder(StreamsConfig.APPLICATION_ID_CONFIG + "=")
                .append(streams.get(StreamsConfig.APPLICATION_ID_CONFIG))
                .append(", graphs from ")
                .append(topics.input())
                .append(" (partitions: ")
                .append(partitions)
                .append("), patches to ")
                .append(topics.output())
                .append(topics.snapshots() == null ? ", no snapshots" : ", snapshots to " + topics.snapshots());
        if (topics.deadLetters() != null) {
            text.append(", dead letters to ").append(topics.deadLetters());
        }
        if (topics.late() != null) {
            text.append(", late elements to ").append(topics.late());
        }
        return text.append(", ")
                .append(StreamsConfig.STATE_DIR_CONFIG + "=")
                .append(streams.get(StreamsConfig.STATE_DIR_CONFIG))
                .toString();
    }

    private static Map<String, Object> adminConfig(StreamsConfig streams) {
        String id = streams.getString(StreamsConfig.APPLICATION_ID_CONFIG) + ADMIN_CLIENT;
        return streams.getAdminConfigs(id);
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
            if (next == State.RUNNING) {
                LOG.info(
                        hasRun
                                ? "The diff app runs again: partitions have moved, or a thread was replaced"
                                : "The diff app runs");
                hasRun = true;
            }
            state = next;
            changed.notifyAll();
        }
    }

    /**
     * A rejected record stops the app: another thread would only meet it again. So does an input topic that has other
     * partitions than at the start. Anything else, such as a transaction that a hanging broker ended, gets a new thread,
     * which goes on after the last commit; unless that happens too often.
     */
    private StreamThreadExceptionResponse fail(Throwable thrown) {
        Throwable reason = reason(thrown);
        if (!(reason instanceof RejectedRecordException)) {
            Optional<String> change = changedTopics();
            if (change.isPresent()) {
                reason = new ConfigException(change.get());
                reason.addSuppressed(thrown);
            } else if (replacements.mayHaveAnother(System.nanoTime())) {
                LOG.warn("A thread failed and is replaced", thrown);
                return StreamThreadExceptionResponse.REPLACE_THREAD;
            }
        }
        synchronized (changed) {
            if (failure == null) {
                failure = reason;
            }
            changed.notifyAll();
        }
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private Optional<String> changedTopics() {
        Map<String, Object> client = new HashMap<>(adminConfig(new StreamsConfig(config.streamsProperties())));
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CHECK_TIMEOUT_MS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CHECK_TIMEOUT_MS);
        int before;
        synchronized (changed) {
            before = partitions;
        }
        try (Admin admin = Admin.create(client)) {
            return new DiffTopics(admin, config).changeSince(before);
        }
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

    /** How it does. */
    AppHealth health() {
        synchronized (changed) {
            boolean over = failure != null || state == State.PENDING_ERROR || state.hasCompletedShutdown();
            return new AppHealth(state.name(), !over, isRunning(), failure == null ? waiting : rootMessage(failure));
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return ErrorText.line(root.getMessage() == null ? root.toString() : root.getMessage());
    }

    /** Port on which health is served; empty before the start, after the end, and where none is configured. */
    public OptionalInt healthPort() {
        synchronized (changed) {
            return health == null ? OptionalInt.empty() : OptionalInt.of(health.port());
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
            if (health != null) {
                health.close();
                health = null;
            }
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
