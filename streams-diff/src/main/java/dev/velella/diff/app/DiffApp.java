package dev.velella.diff.app;

import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.HealthListener;
import dev.velella.diff.options.InputTopics;
import dev.velella.diff.options.TopicSettings;
import dev.velella.diff.state.DamagedStateException;
import dev.velella.diff.streams.GroupMember;
import dev.velella.diff.streams.StateFolder;
import dev.velella.diff.streams.ThreadReplacements;
import dev.velella.kit.thread.Daemon;
import dev.velella.rdf.ErrorText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
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
 * The diff app: it checks its topics and then runs {@link DiffTopology} in Kafka Streams.
 *
 * <p>An app runs once: it is new, then started, then it runs until it fails or is closed. If a thread fails for good,
 * the app stops all its threads and keeps the failure. A record that cannot be taken is such a failure
 * ({@link RejectedRecordException}) unless the options say otherwise. The next start reads on from the last commit and
 * stops at the same record again, as long as the record is in the topic.
 *
 * <p>Under {@code processing.guarantee=exactly_once_v2}, the default, each element gives its patch exactly once. With
 * {@code at_least_once} a crash can lose or repeat patches; readers see this in the numbers of the patches.
 * Thread-safe.
 */
public final class DiffApp implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final String ADMIN_CLIENT = "-topics";

    /**
     * Maximum time, in ms, that the app waits for the cluster's answer about the topics after a failure of a thread.
     */
    private static final int CHECK_TIMEOUT_MS = 10_000;

    /** Time from one look for a missing input topic to the next, in ms. */
    private static final long INPUT_POLL_MS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DiffApp.class);

    private final ThreadReplacements replacements = new ThreadReplacements(10, Duration.ofMinutes(10));
    private final DiffConfig config;

    /** Null for the diff itself. */
    private final @Nullable AppPlan plan;

    private final Object changed = new Object();

    /** Whether {@link #start} was called. {@link #changed} guards this field and all fields below. */
    private boolean started;

    /** Null until the topics are checked. */
    private @Nullable KafkaStreams streams;

    /** Null before the start, after the end, and if none is configured. */
    private @Nullable HealthEndpoint health;

    /** Null if health is not served, and before the topics are checked. */
    private @Nullable BrokerContact contact;

    /** Number of partitions that each input topic had at the start. */
    private Map<String, Integer> inputs = Map.of();

    private State state = State.CREATED;

    /** Whether the app has been in state {@code RUNNING} before. */
    private boolean hasRun;

    /** The reason why the app waits before it can start; null if it does not wait. */
    private @Nullable String waiting;

    private @Nullable Throwable failure;

    /** Makes an app that is not started and holds no resources. */
    public DiffApp(DiffConfig config) {
        this(config, null);
    }

    /**
     * Makes an app that does something else with the same input, options and life.
     *
     * @param plan what it does; null for the diff
     */
    public DiffApp(DiffConfig config, @Nullable AppPlan plan) {
        this.config = config;
        this.plan = plan;
    }

    private String name() {
        return plan == null ? "diff app" : plan.name();
    }

    /**
     * Waits until the input topics exist, checks the topics, creates the missing output topics, and starts the threads.
     * Does not wait until the threads run. If health is configured, the app serves it from the beginning. If the app is
     * closed while it waits for the input topic, this method returns and has started nothing.
     *
     * @throws ConfigException if the directory for the state cannot be made; if a topic has a wrong number of
     *     partitions; if a topic is compacted that must not be, or is not compacted and must be; if Kafka Streams
     *     refuses its options; or if the app cannot listen on the address for health
     * @throws KafkaException if the cluster cannot be reached
     * @throws IllegalStateException if the app was already started or closed
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
        Map<String, Integer> found;
        try (Admin admin = Admin.create(adminConfig(streamsConfig))) {
            DiffTopics topics = new DiffTopics(admin, config);
            if (!awaitInput(topics)) {
                return;
            }
            if (plan == null) {
                found = topics.prepare();
            } else {
                found = topics.existingInputs();
                plan.prepare(admin, found);
            }
            LOG.info("The {} starts: {}", name(), describe(found));
            synchronized (changed) {
                inputs = found;
            }
        }
        if (listener != null) {
            watchBrokers(streamsConfig);
        }
        begin(new KafkaStreams(
                plan == null ? DiffTopology.of(config, found) : plan.topology(found),
                new StreamsConfig(asMember(streamsConfig))));
    }

    /** The properties of Kafka Streams with the name of this member of the group, unless the user gives it one. */
    private Map<String, Object> asMember(StreamsConfig streamsConfig) {
        Map<String, Object> properties = new HashMap<>(config.streamsProperties());
        String option = ConsumerConfig.GROUP_INSTANCE_ID_CONFIG;
        boolean named = properties.keySet().stream().anyMatch(key -> key.endsWith(option));
        // With the protocol of Kafka Streams brokers before 4.4 know no such members.
        if (!named && !DiffConfig.isStreamsProtocol(properties)) {
            properties.put(
                    StreamsConfig.MAIN_CONSUMER_PREFIX + option,
                    GroupMember.of(
                            streamsConfig.getString(StreamsConfig.STATE_DIR_CONFIG),
                            streamsConfig.getString(StreamsConfig.APPLICATION_ID_CONFIG)));
        }
        return properties;
    }

    private void watchBrokers(StreamsConfig streamsConfig) {
        synchronized (changed) {
            if (state != State.CREATED) {
                return; // closed meanwhile
            }
            Map<String, Integer> topics = new HashMap<>(inputs);
            topics.put(config.topics().output(), DiffTopics.most(inputs));
            contact = new BrokerContact(
                    BrokerContact.ofTopics(
                            Admin.create(adminConfig(streamsConfig)), topics, this::outputs, BrokerContact.TIMEOUT_MS),
                    System::nanoTime);
            contact.start();
        }
    }

    private Set<String> outputs() {
        Set<String> outputs = new TreeSet<>(plan == null ? Set.of() : plan.outputs());
        outputs.add(config.topics().output());
        return outputs;
    }

    /** Waits for the input topics; false if the app was closed meanwhile. */
    private boolean awaitInput(DiffTopics topics) {
        String missing = topics.missingInput();
        if (missing == null) {
            return true;
        }
        InputTopics input = config.topics().input();
        LOG.warn("The app waits for its input topic. {}={}: {}", input.option(), input, missing);
        synchronized (changed) {
            waiting = input.isSeveral()
                    ? input.option() + "=" + input + ": " + missing
                    : "the input topic " + input + " does not exist";
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
        } while (topics.missingInput() != null);
        synchronized (changed) {
            waiting = null;
        }
        return true;
    }

    /** Describes the app's topics and options for the log. */
    private String describe(Map<String, Integer> inputs) {
        TopicSettings topics = config.topics();
        Map<String, Object> streams = config.streamsProperties();
        StringBuilder text = new StringBuilder(StreamsConfig.APPLICATION_ID_CONFIG + "=")
                .append(streams.get(StreamsConfig.APPLICATION_ID_CONFIG))
                .append(config.settings().lift() == null ? ", graphs from " : ", graphs made of records from ")
                .append(inputs.entrySet().stream()
                        .map(input -> input.getKey() + " (partitions: " + input.getValue() + ")")
                        .collect(Collectors.joining(", ")))
                .append("," + (plan == null ? " patches to " : " epochs in "))
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

    /**
     * Starts Kafka Streams. This happens outside the lock, because other threads call the listeners during the start.
     */
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
                        hasRun ? "The {} runs again: partitions have moved, or a thread was replaced" : "The {} runs",
                        name());
                if (hasRun && config.topics().input().isSeveral()) {
                    Daemon.of("velella-input-topics", this::stopIfChanged).start();
                }
                hasRun = true;
            }
            state = next;
            changed.notifyAll();
        }
    }

    /**
     * Stops the app if the input topics have changed. Kafka Streams itself notices only if the largest one has more partitions;
     * but in another one, too, keys would come in partitions that do not hold their state.
     */
    private void stopIfChanged() {
        Optional<String> change = changedTopics();
        KafkaStreams running;
        synchronized (changed) {
            running = streams;
            if (change.isEmpty() || running == null || isOver()) {
                return;
            }
            failure = new ConfigException(change.get());
            changed.notifyAll();
        }
        running.close(CLOSE_TIMEOUT);
    }

    /**
     * Decides how the app reacts to the failure of a thread. A rejected record stops the app, because a new thread
     * would stop at the same record, and so do options that do not go with the state. The app also stops if the number of partitions of the input topic has changed
     * since the start. After any other failure, such as a transaction that timed out at a slow broker, a new thread
     * takes over and continues after the last commit. It waits longer each time; if threads fail too often, the app stops.
     */
    private StreamThreadExceptionResponse fail(Throwable thrown) {
        Throwable reason = reason(thrown);
        if (!isFinal(reason)) {
            Optional<String> change = changedTopics();
            if (change.isPresent()) {
                reason = new ConfigException(change.get());
                reason.addSuppressed(thrown);
            } else {
                OptionalLong wait = replacements.next(System.nanoTime());
                if (wait.isPresent()) {
                    LOG.warn(
                            "A thread failed and is replaced in {} ms: {}",
                            wait.getAsLong(),
                            root(thrown).getMessage(),
                            thrown);
                    leaveGroup(Thread.currentThread().getName());
                    awaitClosed(wait.getAsLong());
                    return StreamThreadExceptionResponse.REPLACE_THREAD;
                }
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
        Map<String, Integer> before;
        synchronized (changed) {
            before = inputs;
        }
        try (Admin admin = boundedAdmin()) {
            return new DiffTopics(admin, config).changeSince(before);
        }
    }

    private Admin boundedAdmin() {
        Map<String, Object> client = new HashMap<>(adminConfig(new StreamsConfig(config.streamsProperties())));
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CHECK_TIMEOUT_MS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CHECK_TIMEOUT_MS);
        return Admin.create(client);
    }

    /**
     * Takes a failed thread out of the group, so that its partitions go to other threads at once. Kafka Streams lets it end with its
     * session. If the group does not answer, so does this app.
     */
    private void leaveGroup(String thread) {
        StreamsConfig streamsConfig = new StreamsConfig(config.streamsProperties());
        Optional<MemberToRemove> member = GroupMember.ofThread(new StreamsConfig(asMember(streamsConfig)), thread);
        if (member.isEmpty()) {
            return;
        }
        String group = streamsConfig.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        try (Admin admin = boundedAdmin()) {
            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions(Set.of(member.get())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            LOG.info("The partitions of {} wait until its session has ended: {}", thread, root(e).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits, but not longer than the app runs. */
    private void awaitClosed(long ms) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        synchronized (changed) {
            try {
                for (long left = ms;
                        left > 0 && !isOver();
                        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                    changed.wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Whether a new thread would fail in the same way: a rejected record, a damaged state, or options that do not go with
     * the state.
     */
    private static boolean isFinal(Throwable reason) {
        return reason instanceof RejectedRecordException
                || reason instanceof DamagedStateException
                || reason instanceof ConfigException;
    }

    /**
     * The failure among the causes that is {@linkplain #isFinal final}, if there is one; else the exception itself. Two
     * processes of one name would push each other out for ever.
     */
    private static Throwable reason(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (isFinal(cause)) {
                return cause;
            }
            if (cause instanceof FencedInstanceIdException) {
                return new ConfigException(
                        "Another process took this app's place in its group. Its state.dir or its"
                                + " group.instance.id is that of this app: give each instance a state.dir of its own that is no copy");
            }
        }
        return thrown;
    }

    /** What Kafka Streams has wrapped. */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /**
     * Waits until the app runs. An app runs when it has its partitions and has restored their state.
     *
     * @return whether the app runs; false if the time is up, or the app has failed (see {@link #failure}) or was closed
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

    /** Whether the app has its partitions and processes their records; false also during a rebalance. */
    public boolean isRunning() {
        synchronized (changed) {
            return state == State.RUNNING && failure == null;
        }
    }

    /**
     * Why the app stopped by itself: a {@link RejectedRecordException}, or the exception of a thread of Kafka Streams.
     */
    public Optional<Throwable> failure() {
        synchronized (changed) {
            return Optional.ofNullable(failure);
        }
    }

    /** The present health of the app. */
    AppHealth health() {
        synchronized (changed) {
            boolean over = failure != null || state == State.PENDING_ERROR || state.hasCompletedShutdown();
            if (failure != null) {
                return new AppHealth(state.name(), !over, false, rootMessage(failure));
            }
            String silent = contact == null || over ? null : contact.problem();
            String reason = waiting == null ? silent : waiting;
            return new AppHealth(
                    state.name(),
                    !over,
                    isRunning() && silent == null,
                    reason == null && plan != null ? plan.remark() : reason);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return ErrorText.line(root.getMessage() == null ? root.toString() : root.getMessage());
    }

    /** Port on which the app serves its health; empty before the start, after the end, and if none is configured. */
    public OptionalInt healthPort() {
        synchronized (changed) {
            return health == null ? OptionalInt.empty() : OptionalInt.of(health.port());
        }
    }

    /**
     * Stops the threads and leaves the consumer group. Another app, or the next start, then gets the partitions at once
     * and need not wait for the session timeout. Does nothing if the app was already closed.
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
            if (contact != null) {
                contact.close();
                contact = null;
            }
            if (running == null) {
                moveTo(State.NOT_RUNNING);
                return true;
            }
        }
        return running.close(
                CloseOptions.timeout(timeout).withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }

    /** Stops the threads and waits for them, at most 30 s. */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }
}
