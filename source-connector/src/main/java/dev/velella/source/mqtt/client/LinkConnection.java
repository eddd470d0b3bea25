package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import dev.velella.kit.thread.Daemon;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection beside that of the messages (client id {@code mqtt.client.id} plus {@code -link}): the connection of the
 * messages may wait for an acknowledgement that only another message makes possible. It connects when it is first used, and
 * again after it was lost. Each connection has a client of its own. Thread-safe.
 */
final class LinkConnection implements AutoCloseable {
    private final MqttSettings settings;
    private final Consumer<Throwable> failed;
    private final Executor thread;
    private @Nullable Mqtt5AsyncClient client;
    private boolean isAccepted;
    private boolean closed;

    /** Time before which no connection is tried again, in ns. */
    private long retryAt = System.nanoTime();

    /**
     * @param settings of the task
     * @param failed is told why a connection failed or was lost
     */
    LinkConnection(MqttSettings settings, Consumer<Throwable> failed) {
        this.settings = settings.ofLink();
        this.failed = failed;
        // The thread ends when it has been idle, not on close, because the client ends its session some time after
        // close.
        ThreadPoolExecutor idle = new ThreadPoolExecutor(
                1,
                1,
                5,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Daemon.named("velella-mqtt-link-" + settings.clientId()));
        idle.allowCoreThreadTimeOut(true);
        thread = idle;
    }

    /** The thread on which messages of this connection are handled. */
    Executor thread() {
        return thread;
    }

    /**
     * The client, if it is connected. If not, it begins to connect, or waits for its next attempt.
     *
     * @return null if there is no connection now
     */
    @Nullable
    synchronized Mqtt5AsyncClient client() {
        if (closed) {
            return null;
        }
        if (client == null) {
            if (System.nanoTime() - retryAt < 0) {
                return null;
            }
            connect();
        }
        Mqtt5AsyncClient current = client;
        return current != null && isAccepted && current.getState() == MqttClientState.CONNECTED ? current : null;
    }

    private void connect() {
        isAccepted = false;
        Mqtt5AsyncClient connecting = ClientTransport.builder(settings, thread, new MqttConnection.Listener() {
                    @Override
                    public void received(MqttMessage message) {}

                    @Override
                    public void lost(Throwable cause) {
                        ended(cause);
                    }
                })
                .useMqttVersion5()
                .simpleAuth(Mqtt5Connection.login(settings))
                .buildAsync();
        client = connecting;
        var unused = connecting
                .connectWith()
                .cleanStart(true)
                .keepAlive(MqttSettings.KEEP_ALIVE_SECONDS)
                .restrictions()
                .maximumPacketSize(settings.maximumPacketBytes())
                .applyRestrictions()
                .send()
                .whenComplete((accepted, failure) -> {
                    if (failure != null) {
                        failed.accept(failure);
                    } else {
                        accepted(connecting);
                    }
                });
    }

    private synchronized void accepted(Mqtt5AsyncClient connected) {
        isAccepted = connected.equals(client);
    }

    private void ended(Throwable cause) {
        synchronized (this) {
            if (closed) {
                return;
            }
            client = null;
            retryAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.backoffMs());
        }
        failed.accept(cause);
    }

    /** Disconnects, without waiting. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        Mqtt5AsyncClient open = client;
        client = null;
        if (open != null) {
            var unused = open.disconnect();
        }
    }
}
