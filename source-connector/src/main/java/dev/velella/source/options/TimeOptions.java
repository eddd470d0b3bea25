package dev.velella.source.options;

import dev.velella.options.OptionGroup;
import dev.velella.source.element.EventTimeRule;
import dev.velella.source.element.TimestampRule;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Options about the times of elements and records: names, defaults, documentation, and the rules that they make. */
public final class TimeOptions {
    private static final String TEMPORAL_PROPERTY_CONFIG = "temporal.property";
    private static final String TEMPORAL_PROPERTY_DOC =
            "IRI of the property that gives the time of a graph name, in the default graph of an element; its value is"
                    + " an xsd:dateTime, in UTC where it has no zone. A message that is no named graph has the latest time"
                    + " that this property has in it. Elements without it have the time at which they are read.";
    private static final String TIMESTAMP_MAX_AGE_MS_CONFIG = "timestamp.max.age.ms";
    private static final String TIMESTAMP_MAX_AGE_MS_DOC =
            "Oldest time of an element that becomes the record's timestamp. Older ones, and times in the future, get"
                    + " the time at which they are read, and their own in the header event-time: Kafka deletes by"
                    + " record timestamp and would throw away the replay of an old stream.";

    private TimeOptions() {}

    static void define(OptionGroup group) {
        group.add(
                TEMPORAL_PROPERTY_CONFIG,
                Type.STRING,
                "http://www.w3.org/ns/prov#atTime",
                OptionValidators.absoluteIri(),
                Importance.MEDIUM,
                TEMPORAL_PROPERTY_DOC,
                "Temporal property");
        group.add(
                TIMESTAMP_MAX_AGE_MS_CONFIG,
                Type.LONG,
                Duration.ofDays(1).toMillis(),
                Range.atLeast(0),
                Importance.LOW,
                TIMESTAMP_MAX_AGE_MS_DOC,
                "Oldest timestamp (ms)");
    }

    /** How the time of an element is found. */
    public static EventTimeRule eventTimes(AbstractConfig config) {
        return new EventTimeRule(
                SimpleValueFactory.getInstance().createIRI(config.getString(TEMPORAL_PROPERTY_CONFIG)));
    }

    /** How the timestamp of a record is chosen. */
    public static TimestampRule timestamps(AbstractConfig config, Clock clock) {
        return new TimestampRule(clock, config.getLong(TIMESTAMP_MAX_AGE_MS_CONFIG));
    }
}
