package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeTopics;
import dev.velella.kit.retry.RetryWarnings;
import dev.velella.source.mqtt.link.DictionaryName;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the dictionaries that messages wait for. It subscribes to the topic of each of them, where the broker retains it,
 * until the dictionary has come or is no longer wanted. So the broker sends no dictionary that nobody needs.
 *
 * <p>The caller says again and again which dictionaries it wants; this also repeats what a lost connection has undone.
 * Thread-safe.
 */
public final class DictionaryClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DictionaryClient.class);

    private final MqttSettings settings;
    private final LinkConnection connection;
    private final RetryWarnings warnings = new RetryWarnings();
    private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();
    private final Set<DictionaryName> subscribed = new HashSet<>();

    /** The client that has the subscriptions; null before the first. */
    private @Nullable Mqtt5AsyncClient subscriber;

    private boolean closed;

    /** A message on the topic of a dictionary. Callers must not change the payload. */
    public static final class Arrived {
        private final DictionaryName wanted;
        private final byte[] payload;

        Arrived(DictionaryName wanted, byte[] payload) {
            this.wanted = wanted;
            this.payload = payload;
        }

        /** The dictionary that should be there. */
        public DictionaryName wanted() {
            return wanted;
        }

        /** What is there. */
        public byte[] payload() {
            return payload;
        }
    }

    /** @param settings of the task */
    public DictionaryClient(MqttSettings settings) {
        this.settings = settings;
        connection = new LinkConnection(settings, this::warn);
    }

    /** Says which dictionaries are wanted now. Does not wait. */
    public synchronized void want(Set<DictionaryName> wanted) {
        if (wanted.isEmpty() && subscribed.isEmpty()) {
            return;
        }
        Mqtt5AsyncClient client = connection.client();
        if (client == null) {
            return;
        }
        if (!client.equals(subscriber)) {
            subscriber = client;
            subscribed.clear();
        }
        for (DictionaryName name : wanted) {
            if (subscribed.add(name)) {
                subscribe(client, name);
            }
        }
        subscribed.removeIf(name -> {
            boolean isOver = !wanted.contains(name);
            if (isOver) {
                var unused = client.unsubscribeWith().topicFilter(topic(name)).send();
            }
            return isOver;
        });
    }

    private String topic(DictionaryName name) {
        return EdgeTopics.dictionary(settings.linkTopicPrefix(), name.topic(), name.name());
    }

    private void subscribe(Mqtt5AsyncClient client, DictionaryName name) {
        var unused = client.subscribeWith()
                .topicFilter(topic(name))
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message -> take(name, message))
                .executor(connection.thread())
                .send()
                .whenComplete((granted, failure) -> {
                    if (failure != null) {
                        warn(failure);
                    }
                });
    }

    /**
     * Warns once for each reason: a failing connection reports its reason twice, and the client tries again all the
     * time.
     */
    private synchronized void warn(Throwable cause) {
        String reason = ConnectionFailure.of(cause, settings.mask()).reason();
        if (!closed && warnings.isDue(reason)) {
            log.warn(
                    "Velella cannot fetch the dictionaries of devices below {} from the MQTT broker {}: {}",
                    settings.linkTopicPrefix(),
                    settings.broker(),
                    reason);
        }
    }

    private synchronized void take(DictionaryName name, Mqtt5Publish message) {
        if (message.getPayload().isPresent()) {
            warnings.succeeded();
            arrived.add(new Arrived(name, message.getPayloadAsBytes()));
        }
    }

    /** The next message that came; null if there is none yet. */
    public @Nullable Arrived arrived() {
        return arrived.poll();
    }

    /** Disconnects, without waiting. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        connection.close();
    }
}
