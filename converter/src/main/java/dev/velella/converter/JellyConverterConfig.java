package dev.velella.converter;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.JellyConfigs;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.partition.LookBackLimits;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Options of {@link JellyConverter}: those of {@link JellyConfigs}, and its own. Immutable. */
public final class JellyConverterConfig extends AbstractConfig {
    /** What text and bytes of another source are. */
    public static final String INPUT_FORMAT_CONFIG = "rdf.input.format";

    private static final String INPUT_FORMAT_DOC =
            "Format of values of type STRING and BYTES, for sources that do not hand over graphs and patches"
                    + " themselves: each value is one document in this format, in UTF-8. auto: the format that the record's"
                    + " header "
                    + RecordHeaderNames.CONTENT_TYPE
                    + " names. none: such values are errors. IRIs must be absolute, and contexts of JSON-LD must stand"
                    + " in the document.";

    /** The form in which sinks get graphs and patches. */
    public static final String OUTPUT_FORMAT_CONFIG = "rdf.output.format";

    private static final String OUTPUT_FORMAT_DOC =
            "Form of the values for sinks that are not Velella's: struct (structs dev.velella.RdfGraph and"
                    + " dev.velella.RdfPatch), a text format (STRING), or jelly (BYTES, each value a whole Jelly stream of"
                    + " one frame). A format of text is for graphs: n-quads (also spelled nquads), json-ld (also jsonld) or"
                    + " turtle, which has no named graphs. A patch is RDF Patch text under each of them, so that no row is"
                    + " lost. A value that the format has no spelling for is an error that names the term. Velella's sink"
                    + " takes struct only.";

    /** What becomes of a record whose state is missing. */
    public static final String ON_MISSING_STATE_CONFIG = "jelly.on.missing.state";

    private static final String ON_MISSING_STATE_DOC =
            "What the converter does with a stateful record that cannot be decoded, because the records on which it"
                    + " builds were not read and look-back does not find them: fail (an error), envelope (a struct"
                    + " dev.velella.UndecodedFrame with the bytes and the reason takes its place; Velella's sink needs this"
                    + " to read the missing records again), or auto (envelope in a task of Velella's sink, else fail)."
                    + " Look-back needs consumer.override.interceptor.classes=dev.velella.converter.JellyLookBack in the"
                    + " connector's configuration.";

    /** What becomes of a record that cannot be read. */
    public static final String ON_UNREADABLE_CONFIG = "jelly.on.unreadable";

    private static final String ON_UNREADABLE_DOC =
            "What the converter does with a record that cannot be read in any case (a broken frame, an unknown"
                    + " content-type, a malformed document, a limit that is exceeded): fail (an error), envelope (a struct"
                    + " dev.velella.RawValue with the bytes and the reason takes its place; Velella's sink needs this to"
                    + " apply the earlier records first, and to give the reason in a dead letter), or auto (envelope in a"
                    + " task of Velella's sink, else fail).";

    /** As the sink wants it. */
    private static final String AUTO = "auto";

    private final EncoderSettings encoderSettings;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option has a wrong value, or one that does not go with another
     */
    public JellyConverterConfig(Map<?, ?> properties) {
        super(definition(), properties, false);
        encoderSettings = JellyConfigs.encoderSettings(this);
        long lookBackBytes = lookBackLimits().bytes();
        if (lookBackBytes < limits().maxFrameBytes()) {
            throw new ConfigException(
                    JellyConfigs.LOOKBACK_BYTES_CONFIG,
                    lookBackBytes,
                    "must be at least " + JellyConfigs.FRAME_BYTES_CONFIG + " (" + limits().maxFrameBytes()
                            + "), else a key frame may be larger than what is read to find it");
        }
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = JellyConfigs.define(new ConfigDef())
                .define(
                        INPUT_FORMAT_CONFIG,
                        Type.STRING,
                        "none",
                        CaseInsensitiveValidString.in(InputFormat.names()),
                        Importance.MEDIUM,
                        INPUT_FORMAT_DOC,
                        "Input",
                        1,
                        Width.SHORT,
                        INPUT_FORMAT_CONFIG)
                .define(
                        OUTPUT_FORMAT_CONFIG,
                        Type.STRING,
                        "struct",
                        CaseInsensitiveValidString.in(OutputFormat.names()),
                        Importance.MEDIUM,
                        OUTPUT_FORMAT_DOC,
                        "Output",
                        1,
                        Width.SHORT,
                        OUTPUT_FORMAT_CONFIG)
                .define(
                        ON_MISSING_STATE_CONFIG,
                        Type.STRING,
                        AUTO,
                        CaseInsensitiveValidString.in(AUTO, "fail", "envelope"),
                        Importance.HIGH,
                        ON_MISSING_STATE_DOC,
                        "Missing state",
                        1,
                        Width.SHORT,
                        ON_MISSING_STATE_CONFIG)
                .define(
                        ON_UNREADABLE_CONFIG,
                        Type.STRING,
                        AUTO,
                        CaseInsensitiveValidString.in(AUTO, "fail", "envelope"),
                        Importance.MEDIUM,
                        ON_UNREADABLE_DOC,
                        "Input",
                        2,
                        Width.SHORT,
                        ON_UNREADABLE_CONFIG);
        return JellyConfigs.defineLookBack(def);
    }

    /** Stateful or self-contained. */
    public JellyMode mode() {
        return JellyConfigs.mode(this);
    }

    /** What is written. */
    public EncoderSettings encoderSettings() {
        return encoderSettings;
    }

    /** What text and bytes of another source are. */
    InputFormat inputFormat() {
        return InputFormat.of(getString(INPUT_FORMAT_CONFIG).toLowerCase(Locale.ROOT));
    }

    /** The form in which sinks get graphs and patches. */
    OutputFormat outputFormat() {
        return OutputFormat.of(getString(OUTPUT_FORMAT_CONFIG).toLowerCase(Locale.ROOT));
    }

    /** Whether a struct stands for a record whose state is missing, on this thread ({@link Envelopes}); else it is an error. */
    public boolean isEnvelopeOnMissingState() {
        return isEnvelope(ON_MISSING_STATE_CONFIG);
    }

    /** Whether a struct stands for a record that cannot be read, on this thread ({@link Envelopes}); else it is an error. */
    public boolean isEnvelopeOnUnreadable() {
        return isEnvelope(ON_UNREADABLE_CONFIG);
    }

    private boolean isEnvelope(String option) {
        String policy = getString(option);
        return policy.equalsIgnoreCase("envelope") || (policy.equalsIgnoreCase(AUTO) && Envelopes.areTaken());
    }

    /** What is accepted and written at most. */
    public Limits limits() {
        return encoderSettings.limits();
    }

    /** How much state is kept. */
    public StreamLimits streamLimits() {
        return JellyConfigs.streamLimits(this);
    }

    /** How much is read to restore state. */
    public LookBackLimits lookBackLimits() {
        return JellyConfigs.lookBackLimits(this);
    }
}
