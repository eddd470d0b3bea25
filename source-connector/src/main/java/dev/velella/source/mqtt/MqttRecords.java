package dev.velella.source.mqtt;

import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.input.SourceElement;
import dev.velella.source.mqtt.MqttLinks.Carried;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttInbox;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions.MessageHeaders;
import dev.velella.source.mqtt.client.MqttSettings;
import dev.velella.source.mqtt.lane.ReadMessage;
import dev.velella.source.mqtt.link.LinkOutcome;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.PayloadElements;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Adds the records of messages to a batch, each with its offset. A message without a record is settled at once. Owns the
 * elements and the reader of payloads. Not thread-safe.
 */
final class MqttRecords implements AutoCloseable {
    private final Elements elements;
    private final PayloadElements payloads;
    private final String clientId;
    private final MessageHeaders headers;
    private final Map<String, ?> partition;
    private final MqttOffsets offsets;
    private final MqttInbox inbox;
    private final Clock clock;

    /** @param payloads makes elements of the graphs of messages that build on dictionaries */
    MqttRecords(
            Elements elements,
            PayloadElements payloads,
            MqttSettings settings,
            MqttOffsets offsets,
            MqttInbox inbox,
            Clock clock) {
        this.elements = elements;
        this.payloads = payloads;
        clientId = settings.clientId();
        headers = settings.headers();
        this.offsets = offsets;
        this.inbox = inbox;
        this.clock = clock;
        partition = MqttSource.partition(clientId);
    }

    /**
     * Adds the record of a message that stands alone.
     *
     * @param overtaken whether later messages may have become records before this message
     * @throws ConnectException if the message is refused, and the task must then end
     */
    void add(Batch batch, ReadMessage read, boolean overtaken) {
        Delivery delivery = read.reading().delivery();
        MqttOrigin origin = alone(delivery, read.reading().message(), overtaken);
        if (!elements.add(batch, origin, read::get)) {
            inbox.settle(delivery);
        }
    }

    private MqttOrigin alone(Delivery delivery, MqttMessage message, boolean overtaken) {
        return new MqttOrigin(delivery, message, partition, () -> offsets.next(delivery.fingerprint(), overtaken)
                .toMap());
    }

    /**
     * Adds the record of a message that builds on a dictionary.
     *
     * @throws ConnectException if the message is refused, and the task must then end
     */
    void add(Batch batch, LinkOutcome<Carried> outcome) {
        MqttOrigin origin = origin(outcome);
        PayloadException refusal = outcome.refusal();
        RdfGraph graph = outcome.graph();
        boolean isAdded = refusal != null
                ? elements.refuse(batch, origin, refusal)
                : graph != null && elements.add(batch, origin, reading(origin.message(), graph));
        if (!isAdded) {
            inbox.settle(origin.delivery());
        }
    }

    private MqttOrigin origin(LinkOutcome<Carried> outcome) {
        Carried carried = outcome.carrier();
        String place = outcome.place();
        if (place == null) {
            // Other messages may have overtaken it while it waited for its dictionary.
            return alone(carried.delivery(), carried.message(), true);
        }
        Map<String, ?> ofDevice = MqttSource.linkPartition(clientId, outcome.topic());
        return new MqttOrigin(carried.delivery(), carried.message(), ofDevice, () -> LinkOffset.of(place));
    }

    private Supplier<SourceElement> reading(MqttMessage message, RdfGraph graph) {
        return () -> {
            Payload payload = new Payload(message.topic(), message.payload(), message.contentType(), clock.instant());
            return payloads.of(payload, graph, headers.of(message));
        };
    }

    /** Logs from time to time how many dead letters were left out. */
    void sayLeftOut() {
        elements.sayLeftOut();
    }

    @Override
    public void close() {
        elements.close();
    }
}
