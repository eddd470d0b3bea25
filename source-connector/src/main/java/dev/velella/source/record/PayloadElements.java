package dev.velella.source.record;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.graph.ElementException;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.ElementRule;
import dev.velella.source.options.KeyOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.RecordSize;
import dev.velella.source.options.TimeOptions;
import dev.velella.source.payload.MessageKeyRule;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.payload.PayloadReader;
import dev.velella.source.payload.ShapesGate;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.eclipse.rdf4j.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements of payloads, as the options say. Does all the costly work, and nothing that depends on other payloads.
 * Each thread needs its own instance.
 */
public final class PayloadElements {
    private final PayloadReader payloads;
    private final MessageKeyRule keys;
    private final EventTimeRule eventTimes;
    private final @Nullable ShapesGate shapes;
    private final ElementRule rule;
    private final RecordSize size;
    private final Clock clock;

    /** @param limits of each payload */
    public PayloadElements(RdfSourceConfig config, ReadingLimits limits, Clock clock) {
        payloads = PayloadOptions.reader(config, limits);
        keys = KeyOptions.messages(config);
        eventTimes = TimeOptions.eventTimes(config);
        rule = ElementRule.of(config);
        size = config.recordSize();
        this.clock = clock;
        shapes = PayloadOptions.shapes(config, limits);
    }

    /** The media types that can be read, in order. */
    public List<String> mediaTypes() {
        return payloads.mediaTypes();
    }

    /**
     * The element of a payload.
     *
     * @param headers headers of its record
     * @throws PayloadException if the payload has no element; libraries throw other exceptions, and their cause is the
     *     payload too
     */
    public SourceElement read(Payload payload, ConnectHeaders headers) {
        return of(payload, payloads.read(payload), headers);
    }

    /**
     * The element of a payload whose graph is known.
     *
     * @param headers headers of its record
     * @throws PayloadException if the element breaks a rule of the options, or cannot be sent
     */
    public SourceElement of(Payload payload, RdfGraph graph, ConnectHeaders headers) {
        rule.check(graph);
        if (shapes != null) {
            shapes.check(graph);
        }
        Resource name = graph.graphName().orElse(null);
        String key = keys.keyOf(payload, graph, name);
        Long eventTime = timeOf(graph, name);
        rule.check(eventTime, clock.millis());
        Struct value = RdfStructs.of(graph);
        size.check(key, value, headers);
        int statements = graph.statements().size();
        return new SourceElement(key, eventTime, value, headers, statements, ElementMemory.bytes(graph), true);
    }

    private @Nullable Long timeOf(RdfGraph graph, @Nullable Resource name) {
        try {
            return name == null ? eventTimes.latestTimeIn(graph) : eventTimes.timeOf(graph, name);
        } catch (ElementException e) {
            throw new PayloadException(RefusalReason.TIME, String.valueOf(e.getMessage()), e);
        }
    }
}
