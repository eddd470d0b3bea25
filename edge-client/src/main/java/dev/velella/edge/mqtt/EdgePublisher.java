package dev.velella.edge.mqtt;

import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import dev.velella.edge.EdgeSettings;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishes the graphs of one device to a topic of MQTT 5 with QoS 1, as messages that build on a dictionary.
 *
 * <p>The MQTT client belongs to the caller, who configures its connection to the broker and closes it after this
 * publisher. The client should reconnect by itself ({@code automaticReconnectWithDefaultConfig}) and keep its session
 * ({@code cleanStart(false)}), so that messages on their way are not lost. A topic has one publisher at a time.
 *
 * <p>Thread-safe. Messages are sent in the order of the calls.
 */
public final class EdgePublisher {
    private final DictionarySender sender;

    /**
     * A thread holds this lock while it makes a message and hands it to the client, so that both happen in the same
     * order.
     */
    private final ReentrantLock order;

    private EdgePublisher(DictionarySender sender, ReentrantLock order) {
        this.sender = sender;
        this.order = order;
    }

    /**
     * Makes a publisher. With a dictionary from a file it publishes this dictionary first.
     *
     * @param client a connected client
     * @param topic topic of the device; its receivers know the device by it
     * @return a publisher, as soon as the broker has answered. With a dictionary that the broker does not take it has a
     *     {@link #problem}
     */
    public static CompletableFuture<EdgePublisher> open(Mqtt5AsyncClient client, String topic, EdgeSettings settings) {
        ReentrantLock order = new ReentrantLock();
        DictionarySender sender = new DictionarySender(client, topic, settings, order);
        EdgePublisher publisher = new EdgePublisher(sender, order);
        order.lock();
        try {
            return sender.open().thenApply(opened -> publisher);
        } finally {
            order.unlock();
        }
    }

    /**
     * Publishes the next graph.
     *
     * @return completes when the broker has the message. If publishing fails, a receiver notices with a later message that
     *     it misses this one, and the graph is lost unless the caller publishes it again
     * @throws MalformedJellyException if the settings cannot carry the graph; nothing was published
     */
    public CompletableFuture<Void> publish(RdfGraph graph) {
        order.lock();
        try {
            return sender.publish(graph);
        } finally {
            order.unlock();
        }
    }

    /**
     * The reason why messages are larger than they could be: the broker does not take the dictionary, or its file cannot be
     * read or written. Empty if all is well. The reason is also logged, as a warning of {@code java.lang.System.Logger}.
     */
    public Optional<String> problem() {
        order.lock();
        try {
            return sender.problem();
        } finally {
            order.unlock();
        }
    }
}
