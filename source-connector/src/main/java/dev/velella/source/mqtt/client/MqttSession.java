package dev.velella.source.mqtt.client;

import dev.velella.retry.Backoff;
import dev.velella.retry.RetryWarnings;
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
 * <p>When more was received than agreed, nothing is read from the socket until half of it is left: the broker keeps the
 * rest, and the connection. A broker that takes the silence for the end of the client is connected to anew.
 *
 * <p>All of its state belongs to its one thread, on which everything happens that the connections tell. {@link #start}
 * and {@link #close} may be called by any.
 */
public final class MqttSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttSession.class);

    /** Longest time that closing waits for the broker. */
    private static final long CLOSE_MS = 2_000;

    /** A connection that lasted so long was good, as one is in which something was acknowledged; the next wait is short. */
    private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private enum State {
        WAITING,
        CONNECTING,
        CONNECTED,
        FAILED,
        CLOSED
    }

    private final MqttSettings settings;
    private final MqttInbox inbox;
    private final ScheduledThreadPoolExecutor thread;
    private State state = State.WAITING;
    private @Nullable MqttConnection current;
    private int currentNumber;
    private CompletionStage<?> connecting = CompletableFuture.completedFuture(null);
    private final Backoff backoff;
    private long connectedAt;

    private final RetryWarnings warnings = new RetryWarnings();

    /** Messages acknowledged when the connection was made. */
    private long acknowledgedBefore;

    /** Whether the connection is not read from, because there is too much. */
    private boolean paused;

    /** Whether this task has subscribed; the options may be others than those of the session that the broker kept. */
    private boolean subscribed;

    /** A session that does nothing before {@link #start}. */
    public MqttSession(MqttSettings settings, MqttInbox inbox) {
        this.settings = settings;
        this.inbox = inbox;
        backoff = new Backoff(settings.backoffMs(), settings.backoffMaxMs());
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, "velella-mqtt-" + settings.clientId());
            created.setDaemon(true);
            return created;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Begins to connect, and returns. Failures come out of the inbox. */
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
        MqttConnection connection = open(settings, this::onThread, new Events(number));
        current = connection;
        connecting = connection.connect().thenCompose(present -> accepted(number, connection, present));
        connecting.whenComplete((done, failure) -> {
            if (failure != null) {
                notConnected(connection, failure);
            }
        });
    }

    /** A connection of the version that the options say. */
    static MqttConnection open(MqttSettings settings, Executor executor, MqttConnection.Listener listener) {
        return settings.version() == MqttVersion.V5
                ? new Mqtt5Connection(settings, executor, listener)
                : new Mqtt3Connection(settings, executor, listener);
    }

    private CompletionStage<Void> accepted(int number, MqttConnection connection, boolean sessionPresent) {
        inbox.connected(sessionPresent);
        inbox.counts().connections.incrementAndGet();
        log.info(
                "Connected to the MQTT broker {} as {}, connection {}, {}",
                settings.broker(),
                settings.clientId(),
                number,
                sessionPresent ? "session resumed" : "new session");
        // The broker knows the subscriptions of a resumed session; retained messages would come again with MQTT 3.1.1.
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

    /** Connecting or subscribing did not succeed. */
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

    /** Whether the connection lasted, or did what it is for. */
    private boolean wasGood() {
        return System.nanoTime() - connectedAt > GOOD_NANOS || inbox.counts().acknowledged() > acknowledgedBefore;
    }

    private void fail(String reason) {
        state = State.FAILED;
        inbox.failed(reason);
    }

    /** More was received than agreed: the broker keeps the rest. */
    private void pause(MqttConnection connection) {
        paused = true;
        inbox.counts().pauses.incrementAndGet();
        log.debug(
                "Reading no more from the MQTT broker {} until half of what was received is in Kafka"
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

    /** What one connection tells. */
    private final class Events implements MqttConnection.Listener {
        private final int number;

        Events(int number) {
            this.number = number;
        }

        @Override
        public void received(MqttMessage message) {
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
     * Disconnects, without acknowledging what is under way: the broker keeps it. Takes two seconds at most; what is slower
     * goes on by itself. Idempotent.
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
            log.warn("The MQTT broker {} does not answer; the connection is left to end by itself", settings.broker());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
