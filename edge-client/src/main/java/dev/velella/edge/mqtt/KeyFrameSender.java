package dev.velella.edge.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeRequest;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeStream;
import dev.velella.edge.EdgeTopics;
import dev.velella.edge.FrameList;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishes frames that build on each other. A receiver that misses frames asks for them on the topic
 * {@link EdgeTopics#request}, and gets them again. The lock guards the stream.
 */
final class KeyFrameSender implements Sender {
    private final Mqtt5AsyncClient client;
    private final String topic;
    private final EdgeSettings settings;
    private final ReentrantLock lock;
    private final EdgeStream stream;

    KeyFrameSender(Mqtt5AsyncClient client, String topic, EdgeSettings settings, ReentrantLock lock) {
        this.client = client;
        this.topic = topic;
        this.settings = settings;
        this.lock = lock;
        stream = new EdgeStream(settings);
    }

    @Override
    public CompletableFuture<Void> open() {
        return client.subscribeWith()
                .topicFilter(EdgeTopics.request(settings.topicPrefix(), topic))
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(this::answer)
                .send()
                .thenApply(granted -> null);
    }

    @Override
    public CompletableFuture<Void> publish(RdfGraph graph) {
        EncodedFrame frame = stream.next(graph);
        Mqtt5Publish message = Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(frame.value())
                .userProperties(Mqtt5UserProperties.of(place(frame)))
                .build();
        return client.publish(message).thenApply(done -> null);
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    private static Mqtt5UserProperty place(EncodedFrame frame) {
        return Mqtt5UserProperty.of(JellyHeader.NAME, frame.header().toString());
    }

    private void answer(Mqtt5Publish request) {
        List<Map.Entry<String, String>> properties = request.getUserProperties().asList().stream()
                .map(property -> Map.entry(
                        property.getName().toString(), property.getValue().toString()))
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
                            frames.stream().map(KeyFrameSender::place).toList()))
                    .build();
            // A receiver that gets no answer asks again.
            var unused = client.publish(answer);
        }));
    }

    private List<EncodedFrame> retained(EdgeRequest request) {
        lock.lock();
        try {
            return stream.answer(request);
        } finally {
            lock.unlock();
        }
    }
}
