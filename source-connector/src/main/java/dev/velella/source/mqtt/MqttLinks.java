package dev.velella.source.mqtt;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.edge.EdgeRequest;
import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.record.VelellaHeader;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.DictionaryClient;
import dev.velella.source.mqtt.client.LinkClient;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.link.DictionaryLinks;
import dev.velella.source.mqtt.link.DictionaryMessage;
import dev.velella.source.mqtt.link.LinkCounts;
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
import java.util.function.Function;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of a task that build on dictionaries or on each other. Fetches missing dictionaries from the broker, and
 * requests missing messages from their devices. Owns the client. One thread uses an instance; only {@link #close} may be called by any thread.
 */
final class MqttLinks implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttLinks.class);

    private static final String SHARED =
            "it builds on other messages of its device, which a shared subscription divides among tasks; remove"
                    + " mqtt.shared.group, or let the device send messages that build on a dictionary (EdgeBasis.DICTIONARY)";

    private static final String NOT_LINKED =
            "it builds on a dictionary or on other messages of its device (user property velella or jelly), and such messages"
                    + " are not read; if the device is one of yours with the publisher of edge-client, set "
                    + MqttOptions.LINK_ENABLED.name() + "=true";

    /** Time after which a request without an answer is sent again. */
    private static final long ASK_AGAIN_MS = 2_000;

    /** A message and its delivery. */
    record Carried(Delivery delivery, MqttMessage message) {}

    private record Asked(EdgeRequest request, long atMs) {}

    private final MqttSettings settings;
    private final TopicLinks<Carried> links;
    private final DictionaryLinks<Carried> onDictionaries;
    private final LinkClient client;
    private final DictionaryClient dictionaries;
    private final Map<String, Asked> asked = new HashMap<>();

    /** Whether the log already says that messages which build on others are refused. */
    private boolean saidNotLinked;

    /**
     * Creates an instance without state.
     *
     * @param limits limits of each message
     * @param offsets stored offsets: for each topic the place of the last message that Kafka has
     */
    MqttLinks(MqttSettings settings, ReadingLimits limits, OffsetStorageReader offsets, LinkCounts counts) {
        this.settings = settings;
        Function<String, @Nullable Map<String, Object>> stored =
                topic -> offsets.offset(MqttSourceType.linkPartition(settings.clientId(), topic));
        links = new TopicLinks<>(
                topic -> LinkOffset.frame(stored.apply(topic)),
                settings.linkMaxStreams(),
                settings.linkTimeoutMs(),
                PayloadOptions.frameLimits(limits),
                counts);
        onDictionaries = new DictionaryLinks<>(
                topic -> LinkOffset.numbers(stored.apply(topic)),
                settings.shared(),
                new DictionaryLinks.Settings(
                        settings.linkTopicPrefix(),
                        settings.linkMaxStreams(),
                        settings.linkTimeoutMs(),
                        PayloadOptions.frameLimits(limits)),
                counts);
        client = new LinkClient(settings);
        dictionaries = client.dictionaries();
    }

    /** Whether a message is a dictionary, a request to a device or its answer, and therefore no element. */
    boolean isOfLink(MqttMessage message) {
        return message.topic().startsWith(settings.linkTopicPrefix());
    }

    /**
     * Takes a message if it builds on a dictionary or on other messages.
     *
     * @return whether it was taken; if not, it stands alone
     * @throws PayloadException if the message is refused: its header is malformed, or the options do not allow such messages
     */
    boolean take(Delivery delivery, MqttMessage message) {
        try {
            String velella = message.velella();
            String place = message.place();
            if (velella != null) {
                checkLinked(message);
                VelellaHeader header = VelellaHeader.parse(velella.getBytes(StandardCharsets.UTF_8));
                DictionaryMessage built = new DictionaryMessage(header, message.payload());
                onDictionaries.add(message.topic(), built, new Carried(delivery, message));
            } else if (place != null) {
                checkLinked(message);
                if (settings.shared()) {
                    throw refusal(SHARED);
                }
                JellyHeader header = JellyHeader.parse(place.getBytes(StandardCharsets.UTF_8));
                links.add(message.topic(), new LinkFrame(header, message.payload()), new Carried(delivery, message));
            }
            return velella != null || place != null;
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private static PayloadException refusal(String reason) {
        return new PayloadException(RefusalReason.UNDECODABLE, reason);
    }

    /**
     * Refuses a message if such messages are not read. Logs this only once: one message shows that devices use them, and each
     * message may have a dead letter besides.
     */
    private void checkLinked(MqttMessage message) {
        if (settings.linkEnabled()) {
            return;
        }
        if (!saidNotLinked) {
            saidNotLinked = true;
            log.warn("A message of {} is refused: {}", ErrorText.name(message.topic()), NOT_LINKED);
        }
        throw refusal(NOT_LINKED);
    }

    /** Whether messages wait for dictionaries, or for the messages that they build on. */
    boolean isWaiting() {
        return links.isWaiting() || onDictionaries.isWaiting();
    }

    /**
     * Passes on the outcomes of messages since the last call, and requests the dictionaries and frames that are missing.
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
        request(now);
        for (DictionaryClient.Arrived came = dictionaries.arrived(); came != null; came = dictionaries.arrived()) {
            onDictionaries.arrived(came.wanted(), came.payload());
        }
        onDictionaries.advance(now, holdsUp, links::isWaiting, outcomes);
        dictionaries.want(onDictionaries.wanted());
    }

    private void request(long now) {
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
