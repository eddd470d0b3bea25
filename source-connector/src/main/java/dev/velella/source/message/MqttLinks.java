package dev.velella.source.message;

import dev.velella.edge.EdgeRequest;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.JellyHeader;
import dev.velella.source.link.LinkFrame;
import dev.velella.source.link.LinkOutcome;
import dev.velella.source.link.TopicLinks;
import dev.velella.source.mqtt.Delivery;
import dev.velella.source.mqtt.LinkClient;
import dev.velella.source.mqtt.MqttMessage;
import dev.velella.source.mqtt.MqttSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The messages of a task that build on each other, and its requests to their devices. Owns the client; not thread-safe. */
final class MqttLinks implements AutoCloseable {
    /** A request that is not answered is made again after so long. */
    private static final long ASK_AGAIN_MS = 2_000;

    /** A message and its delivery. */
    record Carried(Delivery delivery, MqttMessage message) {}

    private record Asked(EdgeRequest request, long atMs) {}

    private final TopicLinks<Carried> links;
    private final LinkClient client;
    private final LongSupplier nowMs;
    private final Map<String, Asked> asked = new HashMap<>();

    /**
     * Without state.
     *
     * @param places place of the last frame of a topic that Kafka has; null where it is not known
     */
    MqttLinks(
            MqttSettings settings, Limits limits, Function<String, @Nullable JellyHeader> places, LongSupplier nowMs) {
        links = new TopicLinks<>(places, settings.linkMaxStreams(), settings.linkTimeoutMs(), limits);
        client = new LinkClient(settings);
        this.nowMs = nowMs;
    }

    /**
     * Takes a message.
     *
     * @param place of its frame
     */
    void add(Delivery delivery, MqttMessage message, String place) {
        JellyHeader header = JellyHeader.parse(place.getBytes(StandardCharsets.UTF_8));
        links.add(message.topic(), new LinkFrame(header, message.payload()), new Carried(delivery, message));
    }

    /** Whether messages wait for others. */
    boolean isWaiting() {
        return links.isWaiting();
    }

    /**
     * What became of messages since the last call; asks for what is missing.
     *
     * @param holdsUp whether what waits holds up the messages of other devices
     */
    void advance(boolean holdsUp, Consumer<LinkOutcome<Carried>> outcomes) {
        long now = nowMs.getAsLong();
        links.advance(now, holdsUp, outcomes);
        for (LinkClient.Answer answer = client.answer(); answer != null; answer = client.answer()) {
            links.answer(answer.topic(), answer.asked(), answer.frames(), outcomes);
            links.advance(now, holdsUp, outcomes);
        }
        Map<String, EdgeRequest> requests = links.requests();
        asked.keySet().retainAll(requests.keySet());
        requests.forEach((topic, request) -> {
            Asked before = asked.get(topic);
            boolean due = before == null || !before.request().equals(request) || now - before.atMs() >= ASK_AGAIN_MS;
            if (due && client.ask(topic, request)) {
                asked.put(topic, new Asked(request, now));
            }
        });
    }

    @Override
    public void close() {
        client.close();
    }
}
