package dev.velella.converter;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.JellyConfigs;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Options of {@link JellyConverter}: the options of {@link JellyConfigs}, and the converter's own. Immutable. */
public final class JellyConverterConfig extends AbstractConfig {
    /** Format of text and bytes from a source that is not Velella's. */
    static final Option<InputFormat> INPUT_FORMAT = Option.choice("rdf.input.format", "none", InputFormat.names())
            .as(InputFormat::of)
            .medium()
            .doc("Format of values of type STRING and BYTES, for sources that do not hand over graphs and patches"
                    + " themselves: each value is one document in this format, in UTF-8. auto: the format that the record's"
                    + " header "
                    + RecordHeaderNames.CONTENT_TYPE + " or else " + RecordHeaderNames.RDF_MESSAGE
                    + " names. none: such values are errors. IRIs must be absolute, and contexts of JSON-LD must stand"
                    + " in the document.");

    /** The form in which sinks get graphs and patches. */
    public static final Option<OutputFormat> OUTPUT_FORMAT = Option.choice(
                    "rdf.output.format", "struct", OutputFormat.names())
            .as(OutputFormat::of)
            .medium()
            .doc("Form of the values for sinks that are not Velella's: struct (structs dev.velella.RdfGraph and"
                    + " dev.velella.RdfPatch), a text format (STRING), or jelly (BYTES, each value a whole Jelly stream of"
                    + " one frame). A format of text is for graphs: n-quads (also spelled nquads), json-ld (also jsonld) or"
                    + " turtle, which has no named graphs. A patch is RDF Patch text under each of them, so that no row is"
                    + " lost. A value that the format has no spelling for is an error that names the term. Velella's sink"
                    + " takes struct only.");

    /** Treatment of a record whose codec state is missing. */
    public static final Option<Undecodable> ON_MISSING_STATE = Option.choice("jelly.on.missing.state", Undecodable.AUTO)
            .high()
            .doc(
                    "What the converter does with a stateful record that cannot be decoded, because the records on which it"
                            + " builds were not read and look-back does not find them: fail (an error), envelope (a struct"
                            + " dev.velella.UndecodedFrame with the bytes and the reason takes its place; Velella's sink needs this"
                            + " to read the missing records again), or auto (envelope in a task of Velella's sink, else fail)."
                            + " Look-back needs consumer.override.interceptor.classes=dev.velella.converter.JellyLookBack in the"
                            + " connector's configuration.");

    /** Treatment of a record that cannot be read. */
    public static final Option<Undecodable> ON_UNREADABLE = Option.choice("jelly.on.unreadable", Undecodable.AUTO)
            .medium()
            .doc("What the converter does with a record that cannot be read in any case (a broken frame, an unknown"
                    + " content-type, a malformed document, a limit that is exceeded): fail (an error), envelope (a struct"
                    + " dev.velella.RawValue with the bytes and the reason takes its place; Velella's sink needs this to"
                    + " apply the earlier records first, and to give the reason in a dead letter), or auto (envelope in a"
                    + " task of Velella's sink, else fail).");

    /** Treatment of a record that the converter cannot decode. */
    public enum Undecodable {
        /** An envelope if the sink of the task takes envelopes, else an error. */
        AUTO,
        /** An error. */
        FAIL,
        /** A struct with the bytes and the reason. */
        ENVELOPE
    }

    /** Access to the cluster of the dictionaries. */
    static final Option<String> BROKERS = Option.text(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)
            .medium()
            .doc("Brokers of the cluster with the topic of dictionaries, host:port, separated by commas. With it,"
                    + " jelly.mode=auto writes records on dictionaries; jelly.mode=dictionary needs it. Reading needs it in"
                    + " a sink of others whose consumer has no JellyLookBack (consumer.override.interceptor.classes)."
                    + " Velella's source and sink tell the converter their own kafka.bootstrap.servers. Any other property of"
                    + " a Kafka client is given with kafka. before its name, for example kafka.security.protocol. The principal needs"
                    + " Describe and Read on the topic for reading; for writing Describe, DescribeConfigs, Write, and"
                    + " Create if the topic is missing.");

    private final EncoderSettings encoderSettings;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option has a wrong value, or two options contradict each other
     */
    public JellyConverterConfig(Map<?, ?> properties) {
        super(definition(), properties, false);
        encoderSettings = JellyConfigs.encoderSettings(this);
        if (mode() == JellyMode.DICTIONARY && !ClusterOptions.isGiven(originals())) {
            throw new ConfigException(BROKERS.name() + " is needed with " + JellyConfigs.MODE.name()
                    + "=dictionary, because dictionaries are written to a topic of their own");
        }
        long lookBackBytes = lookBackLimits().bytes();
        if (lookBackBytes < limits().maxFrameBytes()) {
            throw new ConfigException(
                    JellyConfigs.LOOKBACK_BYTES.name(),
                    lookBackBytes,
                    "must be at least " + JellyConfigs.FRAME_BYTES.name() + " (" + limits().maxFrameBytes()
                            + "), else a key frame may be larger than what is read to find it");
        }
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = JellyConfigs.define(new ConfigDef());
        new OptionGroup(def, "Input").add(INPUT_FORMAT, ON_UNREADABLE);
        new OptionGroup(def, "Output").add(OUTPUT_FORMAT);
        new OptionGroup(def, "Missing state").add(ON_MISSING_STATE);
        new OptionGroup(def, "Dictionaries").add(DictionaryOptions.TOPIC, BROKERS);
        return JellyConfigs.defineLookBack(def);
    }

    /** The mode that the options name; {@link WritingMode} resolves auto. */
    public JellyMode mode() {
        return JellyConfigs.mode(this);
    }

    /** How the encoder writes frames: tables, order of statements, key frames, limits. */
    public EncoderSettings encoderSettings() {
        return encoderSettings;
    }

    /** Whether records get the header {@code RDF-Message-Content-Type}. */
    boolean addsMessageHeader() {
        return JellyConfigs.MESSAGE_HEADER.of(this);
    }

    /** Topic of the dictionaries. */
    String dictionariesTopic() {
        return DictionaryOptions.TOPIC.of(this);
    }

    /** The options {@code kafka.*}; empty if they give no access to a cluster. */
    Map<String, Object> cluster() {
        return ClusterOptions.isGiven(originals()) ? originals() : Map.of();
    }

    /** Format of text and bytes from a source that is not Velella's. */
    InputFormat inputFormat() {
        return INPUT_FORMAT.of(this);
    }

    /** The form in which sinks get graphs and patches. */
    OutputFormat outputFormat() {
        return OUTPUT_FORMAT.of(this);
    }

    /**
     * Whether a record whose state is missing becomes a struct on this thread ({@link Envelopes}); else it is an error.
     */
    public boolean isEnvelopeOnMissingState() {
        return isEnvelope(ON_MISSING_STATE);
    }

    /**
     * Whether a record that cannot be read becomes a struct on this thread ({@link Envelopes}); else it is an error.
     */
    public boolean isEnvelopeOnUnreadable() {
        return isEnvelope(ON_UNREADABLE);
    }

    private boolean isEnvelope(Option<Undecodable> option) {
        return switch (option.of(this)) {
            case AUTO -> Envelopes.areTaken();
            case FAIL -> false;
            case ENVELOPE -> true;
        };
    }

    /** Upper limits for the frames that are read and written. */
    public Limits limits() {
        return encoderSettings.limits();
    }

    /** How many streams the decoder keeps state of, and how much memory the state may take. */
    public StreamLimits streamLimits() {
        return JellyConfigs.streamLimits(this);
    }

    /** How much look-back may read to restore state. */
    public LookBackLimits lookBackLimits() {
        return JellyConfigs.lookBackLimits(this);
    }
}
