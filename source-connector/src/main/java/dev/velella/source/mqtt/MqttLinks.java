package dev.velella.source.mqtt;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import dev.velella.record.VelellaHeader;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.DictionaryClient;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.link.DictionaryLinks;
import dev.velella.source.mqtt.link.DictionaryMessage;
import dev.velella.source.mqtt.link.LinkCounts;
import dev.velella.source.mqtt.link.LinkOutcome;
import dev.velella.source.payload.PayloadOptions;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of a task that build on dictionaries. Fetches missing dictionaries from the broker. Owns the client. One
 * thread uses an instance; only {@link #close} may be called by any thread.
 */
final class MqttLinks implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MqttLinks.class);

    private static final String KEY_FRAMES =
            "it builds on the messages before it (user property jelly), as the publisher of edge-client sent messages before it"
                    + " sent dictionaries, and such messages are no longer read; update the publisher of this device";

    private static final String NOT_LINKED =
            "it builds on a dictionary of its device (user property velella), and such messages are not read; if the device is"
                    + " one of yours with the publisher of edge-client, set " + MqttOptions.LINK_ENABLED.name()
                    + "=true";

    /** A message and its delivery. */
    record Carried(Delivery delivery, MqttMessage message) {}

    private final MqttSettings settings;
    private final DictionaryLinks<Carried> links;
    private final DictionaryClient dictionaries;

    /** The reasons that the log already has. */
    private final Set<String> said = new HashSet<>();

    /**
     * Creates an instance without state.
     *
     * @param limits limits of each message
     * @param offsets stored offsets: for each topic the place of the last message that Kafka has
     */
    MqttLinks(MqttSettings settings, ReadingLimits limits, OffsetStorageReader offsets, LinkCounts counts) {
        this.settings = settings;
        links = new DictionaryLinks<>(
                topic -> LinkOffset.numbers(offsets.offset(MqttSource.linkPartition(settings.clientId(), topic))),
                settings.shared(),
                new DictionaryLinks.Settings(
                        settings.linkTopicPrefix(),
                        settings.linkMaxStreams(),
                        settings.linkTimeoutMs(),
                        PayloadOptions.frameLimits(limits)),
                counts);
        dictionaries = new DictionaryClient(settings);
    }

    /** Whether a message is a dictionary, and therefore no element. */
    boolean isOfLink(MqttMessage message) {
        return message.topic().startsWith(settings.linkTopicPrefix());
    }

    /**
     * Takes a message if it builds on a dictionary.
     *
     * @return whether it was taken; if not, it stands alone
     * @throws PayloadException if the message is refused: its header is malformed, the options do not allow such messages, or it builds on
     *     the messages before it
     */
    boolean take(Delivery delivery, MqttMessage message) {
        try {
            String velella = message.velella();
            if (velella == null) {
                if (message.keyFramePlace() != null) {
                    throw saidOnce(message, KEY_FRAMES);
                }
                return false;
            }
            if (!settings.linkEnabled()) {
                throw saidOnce(message, NOT_LINKED);
            }
            VelellaHeader header = VelellaHeader.parse(velella.getBytes(StandardCharsets.UTF_8));
            DictionaryMessage built = new DictionaryMessage(header, message.payload());
            links.add(message.topic(), built, new Carried(delivery, message));
            return true;
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private static PayloadException refusal(String reason) {
        return new PayloadException(RefusalReason.UNDECODABLE, reason);
    }

    /**
     * A refusal whose reason is logged only once: one message shows that devices send such messages, and each message may
     * have a dead letter besides.
     */
    private PayloadException saidOnce(MqttMessage message, String reason) {
        if (said.add(reason)) {
            log.warn("A message of {} is refused: {}", ErrorText.name(message.topic()), reason);
        }
        return refusal(reason);
    }

    /** Whether messages wait for dictionaries. */
    boolean isWaiting() {
        return links.isWaiting();
    }

    /**
     * Passes on the outcomes of messages since the last call, and fetches the dictionaries that are missing.
     *
     * @param holdsUp whether the waiting messages hold up the messages of other devices
     */
    void advance(boolean holdsUp, Consumer<LinkOutcome<Carried>> outcomes) {
        long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        for (DictionaryClient.Arrived came = dictionaries.arrived(); came != null; came = dictionaries.arrived()) {
            links.arrived(came.wanted(), came.payload());
        }
        links.advance(now, holdsUp, outcomes);
        dictionaries.want(links.wanted());
    }

    @Override
    public void close() {
        dictionaries.close();
    }
}
