package dev.velella.edge.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttUtf8String;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeRequest;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeStream;
import dev.velella.edge.EdgeTopics;
import dev.velella.edge.FrameList;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishes the graphs of one device to a topic of MQTT 5, as frames that build on each other, with QoS 1. A receiver
 * that misses frames asks for them on the topic {@link EdgeTopics#request}, and the publisher sends them again.
 *
 * <p>The MQTT client belongs to the caller, who configures its connection to the broker and closes it after this
 * publisher. The client should reconnect by itself ({@code automaticReconnectWithDefaultConfig}) and keep its session
 * ({@code cleanStart(false)}), so that messages on their way are not lost. A topic has one publisher at a time.
 *
 * <p>Thread-safe. Frames are sent in the order of the calls.
 */
public final class EdgePublisher {
    private final Mqtt5AsyncClient client;
    private final String topic;
    private final EdgeStream stream;

    /**
     * A thread holds this lock while it makes a frame and hands it to the client, so that both happen in the same
     * order.
     */
    private final ReentrantLock order = new ReentrantLock();

    private EdgePublisher(Mqtt5AsyncClient client, String topic, EdgeSettings settings) {
        this.client = client;
        this.topic = topic;
        stream = new EdgeStream(settings);
    }

    /**
     * Subscribes to the requests of receivers.
     *
     * @param client a connected client
     * @param topic topic of the device; its receivers know the device by it
     * @return a publisher, as soon as the broker has granted the subscription; fails as the client's {@code subscribe}
     *     does
     */
    public static CompletableFuture<EdgePublisher> open(Mqtt5AsyncClient client, String topic, EdgeSettings settings) {
        EdgePublisher publisher = new EdgePublisher(client, topic, settings);
        return client.subscribeWith()
                .topicFilter(EdgeTopics.request(settings.topicPrefix(), topic))
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(publisher::answer)
                .send()
                .thenApply(granted -> publisher);
    }

    /**
     * Publishes the next graph.
     *
     * @return completes when the broker has the frame. If publishing fails, the frame is still retained: a receiver
     *     notices with a later frame that it misses this one, and asks for it
     * @throws MalformedJellyException if the settings cannot carry the graph; nothing was published
     */
    public CompletableFuture<Void> publish(RdfGraph graph) {
        order.lock();
        try {
            EncodedFrame frame = stream.next(graph);
            Mqtt5Publish message = Mqtt5Publish.builder()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(frame.value())
                    .userProperties(Mqtt5UserProperties.of(place(frame)))
                    .build();
            return client.publish(message).thenApply(done -> null);
        } finally {
            order.unlock();
        }
    }

    private static Mqtt5UserProperty place(EncodedFrame frame) {
        return Mqtt5UserProperty.of(JellyHeader.NAME, frame.header().toString());
    }

    private void answer(Mqtt5Publish request) {
        List<Map.Entry<String, String>> properties = request.getUserProperties().asList().stream()
                .map(property -> Map.entry(text(property.getName()), text(property.getValue())))
                .toList();
        request.getResponseTopic().ifPresent(to -> EdgeRequest.parse(properties).ifPresent(asked -> {
            List<EncodedFrame> frames = retained(asked);
            Mqtt5Publish answer = Mqtt5Publish.builder()
                    .topic(to)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .correlationData(request.getCorrelationData().orElse(null))
                    .payload(FrameList.join(
                            frames.stream().map(EncodedFrame::value).toList()))
                    .userProperties(Mqtt5UserProperties.of(
                            frames.stream().map(EdgePublisher::place).toList()))
                    .build();
            // A receiver that gets no answer asks again.
            var unused = client.publish(answer);
        }));
    }

    private List<EncodedFrame> retained(EdgeRequest request) {
        order.lock();
        try {
            return stream.answer(request);
        } finally {
            order.unlock();
        }
    }

    private static String text(MqttUtf8String value) {
        return value.toString();
    }
}
