package dev.velella.source.mqtt.client;

import dev.velella.kit.retry.Backoff;
import dev.velella.kit.retry.RetryWarnings;
import dev.velella.kit.thread.Daemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of one task at the broker, over all its connections. Fills an {@link MqttInbox}.
 *
 * <pre>
 *          connect          accepted, subscribed
 * WAITING ---------> CONNECTING ---------> CONNECTED
 *    ^                   |                    |
 *    '-------------------'--------------------'
 *        refused for good: FAILED;  close: CLOSED
 * </pre>
 *
 * <p>Back pressure: if the inbox is above its limits, the session does not read from the socket until the inbox is down
 * to half of its limits. The broker keeps the other messages, and the connection. A broker may take the silence for the
 * end of the client and disconnect; the session then reconnects.
 *
 * <p>All state belongs to the session's one thread. The events of the connections are handled on it too. Any thread may
 * call {@link #start} and {@link #close}.
 */
public final class MqttSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttSession.class);

    /** Longest time that {@link #close} waits for the broker. */
    private static final long CLOSE_MS = 2_000;

    /**
     * A connection that lasted this long was good, and the next wait is short. A connection is also good if a message
     * was acknowledged in it.
     */
    private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private enum State {
        WAITING,
        CONNECTING,
        CONNECTED,
        FAILED,
        CLOSED
    }

    /** Creates connections. */
    interface Opening {
        /** A connection that is not yet established, and whose events run on an executor. */
        MqttConnection open(MqttSettings settings, Executor executor, MqttConnection.Listener listener);
    }

    private final MqttSettings settings;
    private final MqttInbox inbox;
    private final Opening opening;
    private final ScheduledThreadPoolExecutor thread;
    private State state = State.WAITING;
    private @Nullable MqttConnection current;
    private int currentNumber;
    private CompletionStage<?> connecting = CompletableFuture.completedFuture(null);
    private final Backoff backoff;
    private long connectedAt;

    private final RetryWarnings warnings = new RetryWarnings();

    /** Number of acknowledged messages at the time of the connection. */
    private long acknowledgedBefore;

    /** Whether reading from the connection is stopped, because the inbox is above its limits. */
    private boolean paused;

    /**
     * Whether this task has subscribed. The session that the broker kept may have the subscriptions of other options.
     */
    private boolean subscribed;

    /** Creates a session that does nothing before {@link #start}. */
    public MqttSession(MqttSettings settings, MqttInbox inbox) {
        this(settings, inbox, MqttSession::open);
    }

    /** As the other constructor, with connections of any kind. */
    MqttSession(MqttSettings settings, MqttInbox inbox, Opening opening) {
        this.settings = settings;
        this.inbox = inbox;
        this.opening = opening;
        backoff = new Backoff(settings.backoffMs(), settings.backoffMaxMs());
        thread = new ScheduledThreadPoolExecutor(1, Daemon.named("velella-mqtt-" + settings.clientId()));
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Begins to connect, and returns. The inbox reports failures. */
    public void start() {
        onThread(this::connect);
    }

    private void onThread(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            log.debug("The session is closed already");
        }
    }

    private void connect() {
        if (state != State.WAITING) {
            return;
        }
        state = State.CONNECTING;
        int number = inbox.connecting();
        paused = false;
        acknowledgedBefore = inbox.counts().acknowledged();
        currentNumber = number;
        Events events = new Events(number);
        MqttConnection connection = opening.open(settings, this::onThread, events);
        current = connection;
        connecting = connection.connect().thenCompose(present -> accepted(events, connection, present));
        connecting.whenComplete((done, failure) -> {
            if (failure != null) {
                notConnected(connection, failure);
            }
        });
    }

    /** Creates a connection of the configured version. */
    static MqttConnection open(MqttSettings settings, Executor executor, MqttConnection.Listener listener) {
        return settings.version() == MqttVersion.V5
                ? new Mqtt5Connection(settings, executor, listener)
                : new Mqtt3Connection(settings, executor, listener);
    }

    private CompletionStage<Void> accepted(Events events, MqttConnection connection, boolean sessionPresent) {
        inbox.connected(sessionPresent);
        inbox.counts().connections.incrementAndGet();
        log.info(
                "Connected to the MQTT broker {} as {}, connection {}, {}",
                settings.broker(),
                settings.clientId(),
                events.number,
                sessionPresent ? "session resumed" : "new session");
        events.accepted();
        // The broker knows the subscriptions of a resumed session. With MQTT 3.1.1 a new subscription would repeat
        // retained messages.
        CompletionStage<Void> ready = sessionPresent && subscribed
                ? CompletableFuture.completedFuture(null)
                : connection.subscribe(settings.filters()).thenAccept(this::checkGranted);
        return ready.thenRun(() -> {
            subscribed = true;
            if (state == State.CONNECTING) {
                state = State.CONNECTED;
                connectedAt = System.nanoTime();
                inbox.counts().connected.set(1);
            }
        });
    }

    private void checkGranted(List<Integer> granted) {
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < granted.size(); i++) {
            String filter = settings.filters().get(i);
            if (granted.get(i) >= 0x80) {
                refused.add(filter);
            } else if (granted.get(i) < settings.qos()) {
                log.warn("The MQTT broker grants only QoS {} for {}", granted.get(i), filter);
            }
        }
        if (!refused.isEmpty()) {
            throw new MqttRefusedException("the MQTT broker " + settings.broker() + " refuses to subscribe to "
                    + refused + "; is the user allowed to read them (mqtt.topics)?");
        }
    }

    /** Handles a failure of connecting or subscribing. */
    private void notConnected(MqttConnection connection, Throwable failure) {
        connection.disconnect();
        if (connection == current && state == State.CONNECTING) {
            Throwable cause = ConnectionFailure.unwrapped(failure);
            if (cause instanceof MqttRefusedException) {
                fail(String.valueOf(cause.getMessage()));
            } else {
                ended(ConnectionFailure.of(failure, settings.mask()));
            }
        }
    }

    private void ended(ConnectionFailure failure) {
        inbox.counts().connected.set(0);
        if (failure.lasting()) {
            fail("MQTT broker " + settings.broker() + ", client " + settings.clientId() + ": " + failure.reason());
            return;
        }
        if (state == State.CONNECTED && wasGood()) {
            backoff.reset();
            warnings.succeeded();
        }
        state = State.WAITING;
        long wait = backoff.nextMs();
        String text = "No connection to the MQTT broker " + settings.broker() + " as " + settings.clientId() + ": "
                + failure.reason() + "; the next attempt is in " + wait + " ms";
        if (warnings.isDue(failure.reason())) {
            log.warn(text);
        } else {
            log.debug(text);
        }
        var unused = thread.schedule(this::connect, wait, TimeUnit.MILLISECONDS);
    }

    /** Whether the connection lasted long enough, or a message was acknowledged in it. */
    private boolean wasGood() {
        return System.nanoTime() - connectedAt > GOOD_NANOS || inbox.counts().acknowledged() > acknowledgedBefore;
    }

    private void fail(String reason) {
        state = State.FAILED;
        inbox.failed(reason);
    }

    /** Stops reading: the inbox is above its limits, and the broker keeps the other messages. */
    private void pause(MqttConnection connection) {
        paused = true;
        inbox.counts().pauses.incrementAndGet();
        log.debug(
                "Reading from the MQTT broker {} stops until half of the received messages are in Kafka"
                        + " (mqtt.buffer.max.messages, mqtt.buffer.max.bytes)",
                settings.broker());
        connection.read(false);
        inbox.whenHalfEmpty(() -> onThread(() -> {
            MqttConnection there = current;
            if (paused && there != null) {
                paused = false;
                there.read(true);
            }
        }));
    }

    /** The events of one connection. */
    private final class Events implements MqttConnection.Listener {
        private final int number;

        /**
         * Messages that came before the news that the broker has accepted the connection; null after it. The client may tell the
         * two in either order, and the inbox must know first whether the session was resumed. If the connection ends before,
         * the broker sends these messages again.
         */
        private @Nullable List<MqttMessage> early = new ArrayList<>();

        Events(int number) {
            this.number = number;
        }

        void accepted() {
            List<MqttMessage> messages = early;
            early = null;
            if (messages != null) {
                messages.forEach(this::received);
            }
        }

        @Override
        public void received(MqttMessage message) {
            if (early != null) {
                early.add(message);
                return;
            }
            if (settings.shared() && message.retained()) {
                inbox.leaveOut(message); // some brokers send it to each task; MQTT 5 to none
                return;
            }
            boolean tooMuch = inbox.received(number, message);
            MqttConnection connection = current;
            if (tooMuch && !paused && number == currentNumber && connection != null) {
                pause(connection);
            }
        }

        @Override
        public void lost(Throwable cause) {
            MqttConnection connection = current;
            if (number == currentNumber && state == State.CONNECTED && connection != null) {
                connection.disconnect();
                ended(ConnectionFailure.of(cause, settings.mask()));
            }
        }
    }

    /**
     * Disconnects without acknowledging messages that are under way; the broker keeps them. Waits two seconds at most;
     * a slower disconnect goes on in the background. Idempotent.
     */
    @Override
    public void close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        onThread(() -> {
            state = State.CLOSED;
            inbox.counts().connected.set(0);
            MqttConnection connection = current;
            CompletionStage<Void> end = connection == null
                    ? CompletableFuture.completedFuture(null)
                    : connecting
                            .handle((done, failure) -> connection.disconnect())
                            .thenCompose(Function.identity());
            end.whenComplete((done, failure) -> {
                thread.shutdown();
                closed.complete(null);
            });
        });
        if (thread.isShutdown()) {
            return;
        }
        try {
            closed.get(CLOSE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            log.warn("The MQTT broker {} does not answer; its connection ends in the background", settings.broker());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
