package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeRequest;
import dev.velella.edge.EdgeTopics;
import dev.velella.edge.FrameList;
import dev.velella.keyframe.JellyHeader;
import dev.velella.retry.LogAllowance;
import dev.velella.retry.RetryWarnings;
import dev.velella.source.mqtt.link.LinkFrame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks devices for missing frames, and takes their answers, with MQTT 5 request and response. It subscribes to the answers
 * at the first request of each connection. A request without a connection is not sent, and the caller must repeat it.
 *
 * <p>Thread-safe.
 */
public final class LinkClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LinkClient.class);

    /**
     * The answer of a device.
     *
     * @param topic topic of the device
     * @param asked place of the frame that builds on these frames
     * @param frames the requested frames in order; empty if the device does not have them
     */
    public record Answer(String topic, JellyHeader asked, List<LinkFrame> frames) {}

    private final MqttSettings settings;
    private final String prefix;
    private final String responseTopic;
    private final LinkConnection connection;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final RetryWarnings warnings = new RetryWarnings();
    private final RetryWarnings strangeAnswers = new RetryWarnings();

    /** Limits the warnings: a device may cause another reason each time, or send valid answers between invalid ones. */
    private final LogAllowance strangers = LogAllowance.tenAMinute(log);

    /** The client that has subscribed to answers, or is about to; null before the first. */
    private @Nullable Mqtt5AsyncClient subscriber;

    private volatile boolean subscribed;
    private boolean closed;

    /** @param settings of the task */
    public LinkClient(MqttSettings settings) {
        this.settings = settings;
        prefix = settings.linkTopicPrefix();
        responseTopic = EdgeTopics.response(prefix, settings.clientId());
        connection = new LinkConnection(settings, this::warn);
    }

    /** Fetches dictionaries over the same connection. */
    public DictionaryClient dictionaries() {
        return new DictionaryClient(prefix, connection, this::warn);
    }

    /**
     * Asks the device of a topic.
     *
     * @return whether the request was sent
     */
    public synchronized boolean ask(String topic, EdgeRequest request) {
        Mqtt5AsyncClient client = connection.client();
        if (client == null) {
            return false;
        }
        if (!client.equals(subscriber)) {
            subscribe(client);
        }
        if (!subscribed) {
            return false;
        }
        log.debug("Asking the device of {} for frames from {} on, before {}", topic, request.from(), request.came());
        var unused = client.publish(Mqtt5Publish.builder()
                .topic(EdgeTopics.request(prefix, topic))
                .qos(MqttQos.AT_LEAST_ONCE)
                .responseTopic(responseTopic)
                .correlationData((request.came() + " " + topic).getBytes(StandardCharsets.UTF_8))
                .userProperties(Mqtt5UserProperties.of(request.properties().stream()
                        .map(property -> Mqtt5UserProperty.of(property.getKey(), property.getValue()))
                        .toList()))
                .build());
        return true;
    }

    private void subscribe(Mqtt5AsyncClient client) {
        subscriber = client;
        subscribed = false;
        var unused = client.subscribeWith()
                .topicFilter(responseTopic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(this::take)
                .executor(connection.thread())
                .send()
                .whenComplete((granted, failure) -> subscribed(client, failure));
    }

    private synchronized void subscribed(Mqtt5AsyncClient client, @Nullable Throwable failure) {
        if (client.equals(subscriber)) {
            subscribed = failure == null;
        }
        if (failure != null) {
            warn(failure);
        }
    }

    /**
     * Warns once for each reason: a failing connection reports its reason twice, and the client tries again all the
     * time.
     */
    private synchronized void warn(Throwable cause) {
        String reason = ConnectionFailure.of(cause, settings.mask()).reason();
        if (!closed && warnings.isDue(reason)) {
            log.warn(
                    "Velella cannot ask devices for missing frames, or the broker for dictionaries, below {} at the MQTT"
                            + " broker {}: {}",
                    prefix,
                    settings.broker(),
                    reason);
        }
    }

    private synchronized void answered(Answer answer) {
        warnings.succeeded();
        strangeAnswers.succeeded();
        answers.add(answer);
    }

    private synchronized void warnOfAnswer(String reason) {
        if (strangeAnswers.isDue(reason)) {
            strangers.warn("A message on " + responseTopic + " is no answer of a device: " + reason);
        }
    }

    /** Takes a message that came on the response topic. */
    void take(Mqtt5Publish message) {
        try {
            String correlation = message.getCorrelationData()
                    .map(LinkClient::text)
                    .orElseThrow(() -> new IllegalArgumentException("it does not say what it answers"));
            int space = correlation.indexOf(' ');
            JellyHeader asked = JellyHeader.parse(
                    correlation.substring(0, Math.max(0, space)).getBytes(StandardCharsets.UTF_8));
            answered(new Answer(correlation.substring(space + 1), asked, frames(message)));
        } catch (IllegalArgumentException e) {
            warnOfAnswer(String.valueOf(e.getMessage()));
        }
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    private static List<LinkFrame> frames(Mqtt5Publish message) {
        List<JellyHeader> places = message.getUserProperties().asList().stream()
                .filter(property -> property.getName().toString().equals(JellyHeader.NAME))
                .map(property ->
                        JellyHeader.parse(property.getValue().toString().getBytes(StandardCharsets.UTF_8)))
                .toList();
        List<byte[]> values = FrameList.split(message.getPayloadAsBytes());
        if (places.size() != values.size()) {
            throw new IllegalArgumentException(values.size() + " frames with " + places.size() + " places");
        }
        List<LinkFrame> frames = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            frames.add(new LinkFrame(places.get(i), values.get(i)));
        }
        return frames;
    }

    /** The next answer; null if there is none yet. */
    public @Nullable Answer answer() {
        return answers.poll();
    }

    /** Disconnects, without waiting. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        connection.close();
    }
}
