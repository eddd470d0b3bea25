package dev.velella.converter;

import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.Limits;
import dev.velella.jelly.PhysicalType;
import dev.velella.jelly.StatementOrder;
import dev.velella.jelly.TableSizes;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.LookBackLimits;
import dev.velella.record.RecordHeaderNames;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Options of {@link JellyConverter}. Immutable. */
public final class JellyConverterConfig extends AbstractConfig {
    /** Stateful or self-contained. */
    public static final String MODE_CONFIG = "jelly.mode";

    private static final String MODE_DOC =
            "Whether records continue each other's codec state. auto: where the source says the partition of a record"
                    + " (header " + RecordHeaderNames.PARTITION_STAMP
                    + "; Velella's source does with topic.partitions or"
                    + " kafka.bootstrap.servers), else every record is a whole Jelly stream. stateful: always; a record"
                    + " whose partition is not known is an error. self-contained: never. Compacted topics and"
                    + " errors.tolerance=all need self-contained records. For writing only; both are read.";

    /** Records from one key frame to the next. */
    public static final String KEY_FRAME_RECORDS_CONFIG = "jelly.key.frame.interval.records";

    private static final String KEY_FRAME_RECORDS_DOC =
            "A stateful stream has a key frame, from which on it can be read, at least every so many records; 1 makes every"
                    + " record one. More make records smaller; fewer make a reader that begins in the middle read less.";

    /** Time from one key frame to the next. */
    public static final String KEY_FRAME_MS_CONFIG = "jelly.key.frame.interval.ms";

    private static final String KEY_FRAME_MS_DOC =
            "A stateful stream has a key frame with the first record after so many milliseconds. It has to be much shorter"
                    + " than the topic's retention.ms.";

    /** Table sizes by name. */
    public static final String PRESET_CONFIG = "jelly.preset";

    private static final String PRESET_DOC =
            "Sizes of the lookup tables as the Jelly specification names them: big (4000 names, 150 prefixes, 32 datatypes)"
                    + " or small (128, 16, 16).";

    /** Entries of the name table. */
    public static final String NAME_TABLE_CONFIG = "jelly.name.table.size";

    private static final String NAME_TABLE_DOC =
            "Entries of the name table of every stream written, instead of the preset's.";

    /** Entries of the prefix table. */
    public static final String PREFIX_TABLE_CONFIG = "jelly.prefix.table.size";

    private static final String PREFIX_TABLE_DOC =
            "Entries of the prefix table of every stream written, instead of the preset's; 0 turns it off.";

    /** Entries of the datatype table. */
    public static final String DATATYPE_TABLE_CONFIG = "jelly.datatype.table.size";

    private static final String DATATYPE_TABLE_DOC =
            "Entries of the datatype table of every stream written, instead of the preset's; with 0 typed literals are"
                    + " errors.";

    /** Statement rows of graph frames. */
    public static final String PHYSICAL_TYPE_CONFIG = "jelly.physical.type";

    private static final String PHYSICAL_TYPE_DOC =
            "Which statements the graphs of a topic hold: quads, or triples where no graph is named.";

    /** Whether quoted triples may be written. */
    public static final String RDF_STAR_CONFIG = "jelly.rdf.star";

    private static final String RDF_STAR_DOC =
            "Whether quoted triples (RDF-star) may be written. Off, a quoted triple is an error.";

    /** Order of the statements of a frame. */
    public static final String STATEMENT_ORDER_CONFIG = "jelly.statement.order";

    private static final String STATEMENT_ORDER_DOC =
            "given: statements are written as they come. dense: so that the frame gets smaller, which takes two to three"
                    + " times as long. The order has no meaning.";

    /** What text and bytes of another source are. */
    public static final String INPUT_FORMAT_CONFIG = "rdf.input.format";

    private static final String INPUT_FORMAT_DOC =
            "What values of type STRING and BYTES are, with a source that does not hand over graphs and patches itself: a"
                    + " document in this format, one a record, in UTF-8. auto: in the format that the record's header "
                    + RecordHeaderNames.CONTENT_TYPE + " names. none: such values are errors. IRIs must be absolute;"
                    + " contexts of JSON-LD must stand in the document.";

    /** What becomes of a record whose state is missing. */
    public static final String ON_MISSING_STATE_CONFIG = "jelly.on.missing.state";

    private static final String ON_MISSING_STATE_DOC =
            "What becomes of a stateful record that cannot be decoded, because the records on which it builds were not read."
                    + " fail: an error. envelope: a struct dev.velella.UndecodedFrame with the bytes and the reason takes its"
                    + " place, which Velella's sink needs to read them again.";

    /** Largest frame. */
    public static final String FRAME_BYTES_CONFIG = "limits.frame.bytes";

    private static final String FRAME_BYTES_DOC =
            "Largest frame or document read or written, in bytes. A larger one is an error.";

    /** Most rows in a frame. */
    public static final String FRAME_ROWS_CONFIG = "limits.frame.rows";

    private static final String FRAME_ROWS_DOC =
            "Most rows in a frame read or written, and most statements in a document.";

    /** Longest string. */
    public static final String STRING_BYTES_CONFIG = "limits.string.bytes";

    private static final String STRING_BYTES_DOC = "Longest single string read or written, in bytes of UTF-8.";

    /** Most streams. */
    public static final String STREAMS_CONFIG = "limits.streams";

    private static final String STREAMS_DOC =
            "Streams of which a task keeps decoder state, and partitions of which it keeps encoder state. The one used"
                    + " longest ago is given up first; it goes on with its next key frame, or after a look-back.";

    /** Most memory of state. */
    public static final String STATE_BYTES_CONFIG = "limits.state.bytes";

    private static final String STATE_BYTES_DOC =
            "Memory that a task may use for decoder state, in bytes, estimated. The stream used longest ago is given up"
                    + " first.";

    /** Most records of a look-back. */
    public static final String LOOK_BACK_RECORDS_CONFIG = "lookback.max.records";

    private static final String LOOK_BACK_RECORDS_DOC =
            "Most records that are read again to find the key frame of one record. Look-back needs"
                    + " consumer.override.interceptor.classes=dev.velella.converter.JellyLookBack in the sink.";

    /** Most bytes of a look-back. */
    public static final String LOOK_BACK_BYTES_CONFIG = "lookback.max.bytes";

    private static final String LOOK_BACK_BYTES_DOC =
            "Most bytes of values that are read again to find the key frame of one record; not less than "
                    + FRAME_BYTES_CONFIG + ".";

    /** Longest look-back. */
    public static final String LOOK_BACK_TIMEOUT_CONFIG = "lookback.timeout.ms";

    private static final String LOOK_BACK_TIMEOUT_DOC =
            "Longest time to find the key frame of one record, in milliseconds. The consumer does not poll meanwhile: keep it"
                    + " well below max.poll.interval.ms.";

    /** Rate of look-backs. */
    public static final String LOOK_BACK_PER_MINUTE_CONFIG = "lookback.max.per.minute";

    private static final String LOOK_BACK_PER_MINUTE_DOC =
            "Most look-backs of a task in a minute. State of the records above it is taken as missing.";

    private final EncoderSettings encoderSettings;

    /**
     * Reads and checks the options.
     *
     * @throws ConfigException if an option has a wrong value, or one that does not go with another
     */
    public JellyConverterConfig(Map<?, ?> properties) {
        super(definition(), properties, false);
        Limits limits = limits();
        TableSizes preset = "small".equalsIgnoreCase(getString(PRESET_CONFIG)) ? TableSizes.SMALL : TableSizes.BIG;
        TableSizes sizes = new TableSizes(
                orElse(NAME_TABLE_CONFIG, preset.names()),
                orElse(PREFIX_TABLE_CONFIG, preset.prefixes()),
                orElse(DATATYPE_TABLE_CONFIG, preset.datatypes()));
        boolean star = getBoolean(RDF_STAR_CONFIG);
        PhysicalType type = PhysicalType.valueOf(constant(PHYSICAL_TYPE_CONFIG));
        encoderSettings = new EncoderSettings(
                new JellyOptions(type, sizes, star, 2),
                JellyPatchOptions.frame(sizes, star),
                StatementOrder.valueOf(constant(STATEMENT_ORDER_CONFIG)),
                limits,
                new KeyFrameInterval(getInt(KEY_FRAME_RECORDS_CONFIG), getLong(KEY_FRAME_MS_CONFIG)));
        if (getLong(LOOK_BACK_BYTES_CONFIG) < limits.maxFrameBytes()) {
            throw new ConfigException(
                    LOOK_BACK_BYTES_CONFIG,
                    getLong(LOOK_BACK_BYTES_CONFIG),
                    "must be at least " + FRAME_BYTES_CONFIG + " (" + limits.maxFrameBytes()
                            + "), else a key frame may be larger than what is read to find it");
        }
    }

    private int orElse(String name, int preset) {
        Integer value = getInt(name);
        return value == null ? preset : value;
    }

    /** The value of an option as the name of a constant. */
    private String constant(String name) {
        return getString(name).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        new Group(def, "Jelly")
                .text(MODE_CONFIG, "auto", Importance.HIGH, MODE_DOC, "auto", "stateful", "self-contained")
                .text(PRESET_CONFIG, "big", Importance.MEDIUM, PRESET_DOC, "big", "small")
                .preset(NAME_TABLE_CONFIG, 8, Limits.DEFAULT.maxNames(), NAME_TABLE_DOC)
                .preset(PREFIX_TABLE_CONFIG, 0, Limits.DEFAULT.maxPrefixes(), PREFIX_TABLE_DOC)
                .preset(DATATYPE_TABLE_CONFIG, 0, Limits.DEFAULT.maxDatatypes(), DATATYPE_TABLE_DOC)
                .text(PHYSICAL_TYPE_CONFIG, "quads", Importance.MEDIUM, PHYSICAL_TYPE_DOC, "quads", "triples")
                .define(RDF_STAR_CONFIG, Type.BOOLEAN, false, null, Importance.MEDIUM, RDF_STAR_DOC)
                .text(STATEMENT_ORDER_CONFIG, "given", Importance.LOW, STATEMENT_ORDER_DOC, "given", "dense");
        KeyFrameInterval interval = KeyFrameInterval.DEFAULT;
        new Group(def, "Key frames")
                .number(KEY_FRAME_RECORDS_CONFIG, interval.records(), Importance.MEDIUM, KEY_FRAME_RECORDS_DOC)
                .number(KEY_FRAME_MS_CONFIG, interval.ms(), Importance.MEDIUM, KEY_FRAME_MS_DOC)
                .text(ON_MISSING_STATE_CONFIG, "fail", Importance.HIGH, ON_MISSING_STATE_DOC, "fail", "envelope");
        new Group(def, "Input")
                .text(INPUT_FORMAT_CONFIG, "none", Importance.MEDIUM, INPUT_FORMAT_DOC, InputFormat.names());
        Limits limits = Limits.DEFAULT;
        new Group(def, "Limits")
                .number(FRAME_BYTES_CONFIG, limits.maxFrameBytes(), Importance.LOW, FRAME_BYTES_DOC)
                .number(FRAME_ROWS_CONFIG, limits.maxRows(), Importance.LOW, FRAME_ROWS_DOC)
                .number(STRING_BYTES_CONFIG, limits.maxStringBytes(), Importance.LOW, STRING_BYTES_DOC)
                .number(STREAMS_CONFIG, StreamLimits.DEFAULT.streams(), Importance.LOW, STREAMS_DOC)
                .number(STATE_BYTES_CONFIG, StreamLimits.DEFAULT.bytes(), Importance.LOW, STATE_BYTES_DOC);
        LookBackLimits back = LookBackLimits.DEFAULT;
        new Group(def, "Look-back")
                .number(LOOK_BACK_RECORDS_CONFIG, back.records(), Importance.LOW, LOOK_BACK_RECORDS_DOC)
                .number(LOOK_BACK_BYTES_CONFIG, back.bytes(), Importance.LOW, LOOK_BACK_BYTES_DOC)
                .number(LOOK_BACK_TIMEOUT_CONFIG, back.timeoutMs(), Importance.LOW, LOOK_BACK_TIMEOUT_DOC)
                .number(LOOK_BACK_PER_MINUTE_CONFIG, back.perMinute(), Importance.LOW, LOOK_BACK_PER_MINUTE_DOC);
        return def;
    }

    /** The options of one group, in their order. */
    private static final class Group {
        private final ConfigDef def;
        private final String name;
        private int order;

        Group(ConfigDef def, String name) {
            this.def = def;
            this.name = name;
        }

        Group text(String option, String value, Importance importance, String doc, String... valid) {
            return define(option, Type.STRING, value, CaseInsensitiveValidString.in(valid), importance, doc);
        }

        /** At least 1. */
        Group number(String option, int value, Importance importance, String doc) {
            return define(option, Type.INT, value, Range.atLeast(1), importance, doc);
        }

        /** At least 1. */
        Group number(String option, long value, Importance importance, String doc) {
            return define(option, Type.LONG, value, Range.atLeast(1), importance, doc);
        }

        /** A number that comes from the preset unless it is given. */
        Group preset(String option, int least, int most, String doc) {
            Range range = Range.between(least, most);
            Validator unlessPreset = LambdaValidator.with(
                    (known, value) -> {
                        if (value != null) {
                            range.ensureValid(known, value);
                        }
                    },
                    range::toString);
            return define(option, Type.INT, null, unlessPreset, Importance.LOW, doc);
        }

        Group define(
                String option,
                Type type,
                @Nullable Object value,
                @Nullable Validator validator,
                Importance importance,
                String doc) {
            def.define(option, type, value, validator, importance, doc, name, ++order, Width.SHORT, option);
            return this;
        }
    }

    /** Stateful or self-contained. */
    public JellyMode mode() {
        return JellyMode.valueOf(constant(MODE_CONFIG));
    }

    /** What is written. */
    public EncoderSettings encoderSettings() {
        return encoderSettings;
    }

    /** What text and bytes of another source are. */
    InputFormat inputFormat() {
        return InputFormat.of(getString(INPUT_FORMAT_CONFIG).toLowerCase(Locale.ROOT));
    }

    /** Whether a struct stands for a record whose state is missing; else it is an error. */
    public boolean isEnvelopeOnMissingState() {
        return "envelope".equalsIgnoreCase(getString(ON_MISSING_STATE_CONFIG));
    }

    /** What is accepted and written at most. */
    public Limits limits() {
        Limits limits = Limits.DEFAULT;
        return new Limits(
                limits.maxNames(),
                limits.maxPrefixes(),
                limits.maxDatatypes(),
                getInt(FRAME_BYTES_CONFIG),
                getInt(FRAME_ROWS_CONFIG),
                Math.min(getInt(STRING_BYTES_CONFIG), getInt(FRAME_BYTES_CONFIG)),
                limits.maxTableBytes(),
                limits.maxNesting());
    }

    /** How much state is kept. */
    public StreamLimits streamLimits() {
        return new StreamLimits(getInt(STREAMS_CONFIG), getLong(STATE_BYTES_CONFIG));
    }

    /** How much is read to restore state. */
    public LookBackLimits lookBackLimits() {
        return new LookBackLimits(
                getLong(LOOK_BACK_RECORDS_CONFIG),
                getLong(LOOK_BACK_BYTES_CONFIG),
                getLong(LOOK_BACK_TIMEOUT_CONFIG),
                getInt(LOOK_BACK_PER_MINUTE_CONFIG));
    }
}
