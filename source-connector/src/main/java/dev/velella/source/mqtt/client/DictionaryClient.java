package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeTopics;
import dev.velella.source.mqtt.link.DictionaryName;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the dictionaries that messages wait for. It subscribes to the topic of each of them, where the broker retains it,
 * until the dictionary has come or is no longer wanted. So the broker sends no dictionary that nobody needs.
 *
 * <p>The caller says again and again which dictionaries it wants; this also repeats what a lost connection has undone.
 * Thread-safe.
 */
public final class DictionaryClient {
    private final String prefix;
    private final LinkConnection connection;
    private final Consumer<Throwable> failed;
    private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();
    private final Set<DictionaryName> subscribed = new HashSet<>();

    /** The client that has the subscriptions; null before the first. */
    private @Nullable Mqtt5AsyncClient subscriber;

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

    /**
     * @param prefix beginning of the topics of dictionaries
     * @param connection closed by the caller
     * @param failed is told why a subscription was refused
     */
    public DictionaryClient(String prefix, LinkConnection connection, Consumer<Throwable> failed) {
        this.prefix = prefix;
        this.connection = connection;
        this.failed = failed;
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
        return EdgeTopics.dictionary(prefix, name.topic(), name.name());
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
                        failed.accept(failure);
                    }
                });
    }

    private void take(DictionaryName name, Mqtt5Publish message) {
        if (message.getPayload().isPresent()) {
            arrived.add(new Arrived(name, message.getPayloadAsBytes()));
        }
    }

    /** The next message that came; null if there is none yet. */
    public @Nullable Arrived arrived() {
        return arrived.poll();
    }
}
