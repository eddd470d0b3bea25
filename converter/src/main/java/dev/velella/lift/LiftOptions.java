package dev.velella.lift;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.rdf.ElementKind;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The options that say what a record becomes. They are the same in the diff app and in the transformation. Stateless. */
public final class LiftOptions {
    private static final String SENML_TYPE = "application/senml+json";

    /** Limits of texts in options, which people write by hand. */
    private static final ReadingLimits OF_OPTIONS = ReadingLimits.ofElement(4 << 20, 100_000);

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
                .check(new Check("TriG with holes", text -> {
                    new GraphTemplate(text, OF_OPTIONS, GraphTemplate.OF_RECORD, false);
                }))
                .high()
                .doc("A TriG document with holes, which the values of a record fill: {/json/pointer} into the value,"
                        + " {key}, {key/field}, {topic}, {partition}, {timestamp}, {header/NAME} and more: lift.md.");
        context = Option.text(prefix + "context")
                .check(new Check("JSON object", text -> JsonContextPayload.of(text, OF_OPTIONS, Set.of(), null)))
                .medium()
                .doc(
                        "JSON-LD context with which values in JSON are read: a JSON object. Terms for numbers should have a datatype of their own.");
        contentType = Option.text(prefix + "content.type")
                .check(new Check("media type", LiftOptions::checkType))
                .medium()
                .doc("Media type of values that are RDF already, such as text/turtle or application/ld+json, or"
                        + " application/senml+json.");
        senmlBase = Option.text(prefix + "senml.base")
                .byDefault("urn:senml:")
                .check(new Check("absolute IRI", VerifiedTerms::checkIri))
                .doc("IRI that is put before names of SenML that are not IRIs themselves.");
        keyTemplate = Option.text(prefix + "key.template")
                .check(new Check("text with holes", text -> {
                    new KeyTemplate(text, new PointerSet());
                }))
                .medium()
                .doc(
                        "Key of the stream, made of the record's key, such as customer/{key/id}. It may have {key}, {key/field}"
                                + " and {topic}. Without it the key of the record is the key of the stream.");
        eventTime = Option.text(prefix + "event.time")
                .check(new Check("a hole", LiftOptions::timeHole))
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

    /** Option for the event time. */
    public Option<String> eventTime() {
        return eventTime;
    }

    /** Option for the key of the stream. */
    public Option<String> keyTemplate() {
        return keyTemplate;
    }

    /** Whether an option says what a record becomes. */
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
        String text = own == null ? template.orNull(config) : own;
        String ld = context.orNull(config);
        String type = contentType.orNull(config);
        long ways = Stream.of(text, ld, type).filter(Objects::nonNull).count();
        if (ways != 1) {
            throw new ConfigException("exactly one of " + template + ", " + context + " and " + contentType
                    + " says what a record becomes; " + (ways == 0 ? "none" : ways) + " of them are set");
        }
        Envelope around = envelope.of(config);
        if (text == null && around != Envelope.NONE) {
            throw new ConfigException(envelope + "=" + Spelling.of(around) + " needs " + template);
        }
        Hole time = eventTime(config, text != null);
        GraphTemplate graph = text == null
                ? null
                : checked(
                        template,
                        () -> new GraphTemplate(text, limits, GraphTemplate.OF_RECORD, around == Envelope.DEBEZIUM));
        PayloadFormat format = graph == null ? format(config, ld, type, limits) : null;
        String keys = ownKey == null ? keyTemplate.orNull(config) : ownKey;
        return checked(keyTemplate, () -> new Lift(graph, format, around, keys, time, limits));
    }

    private @Nullable Hole eventTime(AbstractConfig config, boolean hasTemplate) {
        String text = eventTime.orNull(config);
        if (text != null && !hasTemplate) {
            throw new ConfigException(eventTime.name(), text, "needs " + template);
        }
        return text == null ? null : checked(eventTime, () -> timeHole(text));
    }

    /** @throws IllegalArgumentException if the text is no hole that may give a time */
    private static Hole timeHole(String text) {
        Hole hole =
                text.startsWith("{") && text.endsWith("}") ? Hole.parse(text.substring(1, text.length() - 1)) : null;
        if (hole == null
                || hole.up() > 0
                || (hole.function() != null && !Hole.isTimeFunction(hole.function()))
                || hole.source() == Hole.Source.ITEM
                || !GraphTemplate.OF_RECORD.contains(hole.source())) {
            throw new IllegalArgumentException(
                    "must be one hole, such as {/time}, {ms(/ts)} or {header/NAME}, and not " + text);
        }
        return hole;
    }

    private PayloadFormat format(
            AbstractConfig config, @Nullable String ld, @Nullable String type, ReadingLimits limits) {
        if (ld != null) {
            return checked(context, () -> JsonContextPayload.of(ld, limits, Set.of(), null));
        } else if (SENML_TYPE.equals(type)) {
            return checked(senmlBase, () -> {
                VerifiedTerms.checkIri(senmlBase.of(config));
                return new SenmlPayload(senmlBase.of(config), limits);
            });
        }
        DocumentFormat format = checked(contentType, () -> graphFormat(String.valueOf(type)));
        return new DocumentPayload(
                format, new DocumentReader(DocumentPayload.frameLimits(limits), limits, Set.of()), false, null);
    }

    /** @throws IllegalArgumentException if no format of graphs has the media type */
    private static DocumentFormat graphFormat(String type) {
        return DocumentFormat.ofMediaType(type)
                .filter(found -> found.kind() == ElementKind.GRAPH)
                .orElseThrow(() -> new IllegalArgumentException("must be " + SENML_TYPE + " or one of "
                        + Arrays.stream(DocumentFormat.values())
                                .filter(known -> known.kind() == ElementKind.GRAPH)
                                .map(DocumentFormat::mediaType)
                                .toList()
                        + ", and not " + type));
    }

    private static void checkType(String type) {
        if (!SENML_TYPE.equals(type)) {
            graphFormat(type);
        }
    }

    /**
     * The check of an option by itself, so that a wrong one is refused before anything starts.
     *
     * @param form of the right values, in a few words
     */
    private record Check(String form, Consumer<String> reading) implements ConfigDef.Validator {
        @Override
        public void ensureValid(String name, Object value) {
            try {
                reading.accept(String.valueOf(value));
            } catch (IllegalArgumentException | PayloadException e) {
                throw new ConfigException(name + " " + e.getMessage());
            }
        }

        @Override
        public String toString() {
            return form;
        }
    }

    private static <T> T checked(Option<?> option, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException | PayloadException e) {
            throw new ConfigException(option + " " + e.getMessage());
        }
    }
}
