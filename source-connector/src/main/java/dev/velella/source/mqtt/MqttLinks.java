package dev.velella.source.mqtt;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.edge.EdgeRequest;
import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.LinkClient;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.link.LinkFrame;
import dev.velella.source.mqtt.link.LinkOutcome;
import dev.velella.source.mqtt.link.TopicLinks;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.PayloadOptions;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of a task that build on each other, and requests missing messages from their devices. Owns the
 * client. One thread uses an instance; only {@link #close} may be called by any thread.
 */
final class MqttLinks implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttLinks.class);

    private static final String SHARED =
            "it builds on other messages of its device, which a shared subscription divides among tasks; remove"
                    + " mqtt.shared.group, or let the device send messages that stand alone";

    private static final String NOT_LINKED =
            "it builds on other messages of its device (user property jelly), and those are not read; if the device is one of"
                    + " yours with the publisher of edge-client, set " + MqttOptions.LINK_ENABLED.name() + "=true";

    /** Time after which a request without an answer is sent again. */
    private static final long ASK_AGAIN_MS = 2_000;

    /** A message and its delivery. */
    record Carried(Delivery delivery, MqttMessage message) {}

    private record Asked(EdgeRequest request, long atMs) {}

    private final MqttSettings settings;
    private final TopicLinks<Carried> links;
    private final LinkClient client;
    private final Map<String, Asked> asked = new HashMap<>();

    /** Whether the log already says that messages which build on others are refused. */
    private boolean saidNotLinked;

    /**
     * Creates an instance without state.
     *
     * @param limits limits of each message
     * @param offsets stored offsets: for each topic the place of the last frame that Kafka has
     */
    MqttLinks(MqttSettings settings, ReadingLimits limits, OffsetStorageReader offsets) {
        this.settings = settings;
        links = new TopicLinks<>(
                topic -> LinkOffset.fromMap(offsets.offset(MqttSourceType.linkPartition(settings.clientId(), topic))),
                settings.linkMaxStreams(),
                settings.linkTimeoutMs(),
                PayloadOptions.frameLimits(limits));
        client = new LinkClient(settings);
    }

    /** Whether a message is a request to a device or its answer, and therefore no element. */
    boolean isRequestOrAnswer(MqttMessage message) {
        return message.topic().startsWith(settings.linkTopicPrefix());
    }

    /**
     * Takes a message.
     *
     * @param place place of its frame, as the message states it
     * @throws PayloadException if the message is refused: its place is malformed, or the options do not allow such
     *     messages
     */
    void add(Delivery delivery, MqttMessage message, String place) {
        if (!settings.linkEnabled()) {
            sayNotLinked(message);
            throw refusal(NOT_LINKED);
        } else if (settings.shared()) {
            throw refusal(SHARED);
        }
        try {
            JellyHeader header = JellyHeader.parse(place.getBytes(StandardCharsets.UTF_8));
            links.add(message.topic(), new LinkFrame(header, message.payload()), new Carried(delivery, message));
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private static PayloadException refusal(String reason) {
        return new PayloadException(RefusalReason.UNDECODABLE, reason);
    }

    /**
     * Logs this only once: one message shows that devices use such messages, and each message may have a dead letter
     * besides.
     */
    private void sayNotLinked(MqttMessage message) {
        if (!saidNotLinked) {
            saidNotLinked = true;
            log.warn("A message of {} is refused: {}", ErrorText.name(message.topic()), NOT_LINKED);
        }
    }

    /** Whether messages wait for the messages that they build on. */
    boolean isWaiting() {
        return links.isWaiting();
    }

    /**
     * Passes on the outcomes of messages since the last call, and requests the frames that are missing.
     *
     * @param holdsUp whether the waiting messages hold up the messages of other devices
     */
    void advance(boolean holdsUp, Consumer<LinkOutcome<Carried>> outcomes) {
        long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
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
