package dev.velella.source.mqtt.lane;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.graph.ElementException;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.mqtt.client.MqttMessage;
import dev.velella.source.mqtt.client.MqttOptions.MessageHeaders;
import dev.velella.source.options.ElementRule;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.RecordSize;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.Payload;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.payload.ShapesGate;
import java.time.Clock;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements of messages, as the options say. Does all the costly work, and nothing that depends on other messages.
 * Each thread needs its own instance. Owns the store of the shapes.
 */
public final class PayloadElements implements AutoCloseable {
    private final PayloadReader payloads;
    private final MessageHeaders messageHeaders;
    private final MessageKeyRule keys;
    private final EventTimeRule eventTimes;
    private final @Nullable ShapesGate shapes;
    private final ElementRule rule;
    private final RecordSize size;
    private final Clock clock;

    /** @param limits of each payload */
    public PayloadElements(RdfSourceConfig config, ReadingLimits limits, MessageHeaders messageHeaders, Clock clock) {
        payloads = PayloadOptions.reader(config, limits);
        this.messageHeaders = messageHeaders;
        keys = KeyOptions.messages(config);
        eventTimes = TimeOptions.eventTimes(config);
        rule = ElementRule.of(config);
        size = config.recordSize();
        this.clock = clock;
        shapes = PayloadOptions.shapes(config);
    }

    /**
     * The element of a message that stands alone.
     *
     * @throws PayloadException if the message has no element; libraries throw other exceptions, and their cause is the
     *     payload too
     */
    public PayloadElement read(MqttMessage message, Payload payload) {
        return of(message, payload, payloads.read(payload));
    }

    /**
     * The element of a message whose graph is known.
     *
     * @throws PayloadException if the element breaks a rule of the options, or cannot be sent
     */
    public PayloadElement of(MqttMessage message, Payload payload, RdfGraph graph) {
        rule.check(graph);
        if (shapes != null) {
            shapes.check(graph);
        }
        Resource name = graph.graphName().orElse(null);
        String key = keys.keyOf(payload, graph, name);
        Long eventTime = timeOf(graph, name);
        rule.check(eventTime, clock.millis());
        Struct value = RdfStructs.of(graph);
        ConnectHeaders headers = origin(message);
        size.check(key, value, headers);
        return new PayloadElement(
                key, eventTime, value, headers, graph.statements().size(), ElementMemory.bytes(graph));
    }

    private @Nullable Long timeOf(RdfGraph graph, @Nullable Resource name) {
        try {
            return name == null ? eventTimes.latestTimeIn(graph) : eventTimes.timeOf(graph, name);
        } catch (ElementException e) {
            throw new PayloadException(RefusalReason.TIME, String.valueOf(e.getMessage()), e);
        }
    }

    private ConnectHeaders origin(MqttMessage message) {
        ConnectHeaders headers = new ConnectHeaders();
        if (messageHeaders != MessageHeaders.NONE) {
            headers.addString("mqtt.topic", message.topic());
        }
        if (messageHeaders == MessageHeaders.ALL) {
            headers.addString("mqtt.qos", Integer.toString(message.qos()));
            headers.addString("mqtt.retain", Boolean.toString(message.retained()));
            message.userProperties()
                    .forEach(property -> headers.addString("mqtt.user." + property.getKey(), property.getValue()));
        }
        return headers;
    }

    @Override
    public void close() {
        if (shapes != null) {
            shapes.close();
        }
    }
}
