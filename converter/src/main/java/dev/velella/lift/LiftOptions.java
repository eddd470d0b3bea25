package dev.velella.lift;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options that say what a record becomes. They are the same in the diff app and in the transformation. Stateless. */
public final class LiftOptions {
    private final Option<Envelope> envelope;
    private final Option<String> template;
    private final Option<String> context;
    private final Option<String> contentType;
    private final Option<String> senmlBase;
    private final Option<String> keyTemplate;
    private final Option<String> eventTime;

    /** @param prefix stands before the names of the options; empty if they have no prefix */
    public LiftOptions(String prefix) {
        envelope = Option.choice(prefix + "input.envelope", Envelope.NONE)
                .medium()
                .doc("What stands around the row in the value of a record. none: nothing. debezium: a change event of"
                        + " Debezium; a delete ends the stream, and so does a row with __deleted=true.");
        template = Option.text(prefix + "template")
                .high()
                .doc("A TriG document with holes, which the values of a record fill: {/json/pointer} into the value,"
                        + " {key}, {key/field}, {topic}, {partition}, {timestamp}, {header/NAME} and more: lift.md.");
        context = Option.text(prefix + "context")
                .medium()
                .doc("JSON-LD context with which values in JSON are read: a JSON object, or an address in quotes.");
        contentType = Option.text(prefix + "content.type")
                .medium()
                .doc("Media type of values that are RDF already, such as text/turtle or application/ld+json, or"
                        + " application/senml+json.");
        senmlBase = Option.text(prefix + "senml.base")
                .byDefault("urn:senml:")
                .doc("IRI that is put before names of SenML that are not IRIs themselves.");
        keyTemplate = Option.text(prefix + "key.template")
                .medium()
                .doc(
                        "Key of the stream, made of the record's key, such as customer/{key/id}. It may have {key}, {key/field}"
                                + " and {topic}. Without it the key of the record is the key of the stream.");
        eventTime = Option.text(prefix + "event.time")
                .medium()
                .doc(
                        "The event time of a record, as a hole of the template language that gives an xsd:dateTime, such as"
                                + " {/time} or {ms(/ts)}. Without it the timestamp of the record is the event time.");
    }

    /** Adds the options with their types, defaults and documentation. */
    public void define(OptionGroup group) {
        group.add(envelope, template, context, contentType, senmlBase, keyTemplate, eventTime);
    }

    /** Option for what stands around a row. */
    public Option<Envelope> envelope() {
        return envelope;
    }

    /** Option for the template. */
    public Option<String> template() {
        return template;
    }

    /** Option for the key of the stream. */
    public Option<String> keyTemplate() {
        return keyTemplate;
    }

    /**
     * The names of the options that are given, with their values, though they have no effect without a template, a context or a
     * content type.
     */
    public boolean isUsed(AbstractConfig config) {
        return template.orNull(config) != null || context.orNull(config) != null || contentType.orNull(config) != null;
    }

    /**
     * Reads the options for one topic.
     *
     * @param limits of each record
     * @param own template of this topic in place of the option's; null if it has none
     * @param ownKey key template of this topic in place of the option's; null if it has none
     * @throws ConfigException if an option is wrong, or options contradict each other
     */
    public Lift read(AbstractConfig config, ReadingLimits limits, @Nullable String own, @Nullable String ownKey) {
        if (!isUsed(config)) {
            throw new ConfigException("nothing says what a record becomes");
        }
        return new Lift();
    }
}
