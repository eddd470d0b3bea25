package dev.velella.source.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.TimestampRule;
import dev.velella.source.element.EventTimeRule;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Options about the times of elements and records: names, defaults, documentation, and the rules that follow from them.
 */
public final class TimeOptions {
    private static final Option<String> TEMPORAL_PROPERTY = Option.text("temporal.property")
            .byDefault("http://www.w3.org/ns/prov#atTime")
            .check(OptionValidators.absoluteIri())
            .medium()
            .label("Temporal property")
            .doc(
                    "IRI of the property that holds the time of an element. In a named graph it stands in the default graph,"
                            + " with the graph name as subject. temporal.format says how it is written. In a message that"
                            + " is not a named graph the latest value of this property is taken. An element without this"
                            + " property gets the time at which it is read.");
    private static final Option<EventTimeRule.Format> TEMPORAL_FORMAT = Option.choice(
                    "temporal.format", EventTimeRule.Format.DATE_TIME)
            .medium()
            .label("Form of times")
            .doc("How the time of an element is written. 'date-time': as an xsd:dateTime; without a zone it is UTC."
                    + " 'epoch-seconds' and 'epoch-milliseconds': as a number (xsd:integer, xsd:decimal and so on) of"
                    + " seconds or milliseconds since 1970. A time in another form is an error.");
    private static final Option<Long> TIMESTAMP_MAX_AGE_MS = Option.number(
                    "timestamp.max.age.ms", TimestampRule.DEFAULT_MAX_AGE_MS)
            .atLeast(0)
            .label("Oldest timestamp (ms)")
            .doc(
                    "Largest age of an element's time that still becomes the record's timestamp, in ms. A record of an older"
                            + " element, or of one in the future, gets the time of reading as timestamp, and the element's own time"
                            + " in the header event-time. The reason: Kafka's retention deletes by record timestamp, and would delete"
                            + " the replay of an old stream at once.");

    private TimeOptions() {}

    static void define(OptionGroup group) {
        group.add(TIMESTAMP_MAX_AGE_MS);
    }

    /** Adds the options of sources that look for the time in an element; others get it beside the element. */
    static void defineEventTime(OptionGroup group) {
        group.add(TEMPORAL_PROPERTY, TEMPORAL_FORMAT);
    }

    /** The rule that finds the time of an element. */
    public static EventTimeRule eventTimes(AbstractConfig config) {
        return new EventTimeRule(
                SimpleValueFactory.getInstance().createIRI(TEMPORAL_PROPERTY.of(config)), TEMPORAL_FORMAT.of(config));
    }

    /**
     * The rule that chooses the timestamp of a record.
     *
     * @param values parsed options; without the option, of types whose elements have no time, it is the time of reading
     */
    public static TimestampRule timestamps(Map<String, ?> values, Clock clock) {
        Long maxAge = TIMESTAMP_MAX_AGE_MS.in(values);
        return new TimestampRule(clock, maxAge == null ? 0 : maxAge);
    }
}
