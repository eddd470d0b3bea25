package dev.velella.record;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.partition.LookBackLimits;
import java.util.Locale;
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

/**
 * The options of Jelly records that converter, serializers and programs have in common, each defined here once, and the
 * settings that they give. Stateless and thread-safe.
 */
public final class JellyConfigs {
    /** Whether records continue each other. */
    public static final String MODE_CONFIG = "jelly.mode";

    private static final String MODE_DOC =
            "Whether a record builds on earlier records of its partition, which makes it much smaller. auto: yes if"
                    + " the sender names the partition, otherwise no. stateful: always; a record without a known partition is"
                    + " an error. self-contained: never.";

    /** Records from one key frame to the next. */
    public static final String INTERVAL_RECORDS_CONFIG = "jelly.key.frame.interval.records";

    private static final String INTERVAL_RECORDS_DOC =
            "Largest number of records from one key frame to the next in a codec stream; a key frame is a record"
                    + " that needs no earlier record. A reader that begins in between reads back at most this many records.";

    /** Time from one key frame to the next. */
    public static final String INTERVAL_MS_CONFIG = "jelly.key.frame.interval.ms";

    private static final String INTERVAL_MS_DOC =
            "Time after which the next record of a codec stream is a key frame, in ms. Keep it well below the"
                    + " retention time of the topic.";

    /** Sizes of the tables together. */
    public static final String PRESET_CONFIG = "jelly.preset";

    private static final String PRESET_DOC = "Sizes of the lookup tables of every stream written: big or small.";

    /** Entries of the name table. */
    public static final String NAME_TABLE_CONFIG = "jelly.name.table.size";

    private static final String NAME_TABLE_DOC =
            "Entries of the name table, at least 8. Default: the size of the" + " preset.";

    /** Entries of the prefix table. */
    public static final String PREFIX_TABLE_CONFIG = "jelly.prefix.table.size";

    private static final String PREFIX_TABLE_DOC =
            "Entries of the prefix table; 0 turns it off. Default: the size of the preset.";

    /** Entries of the datatype table. */
    public static final String DATATYPE_TABLE_CONFIG = "jelly.datatype.table.size";

    private static final String DATATYPE_TABLE_DOC = "Entries of the datatype table. Default: the size of the preset.";

    /** Statement rows of graph frames. */
    public static final String PHYSICAL_TYPE_CONFIG = "jelly.physical.type";

    private static final String PHYSICAL_TYPE_DOC =
            "Which statements the graphs of a topic hold: quads, or triples where no graph is named.";

    /** Whether quoted triples may be written. */
    public static final String RDF_STAR_CONFIG = "jelly.rdf.star";

    private static final String RDF_STAR_DOC =
            "Whether quoted triples (RDF-star) may be written. If not, a quoted triple is an error.";

    /** Order of statements in a frame. */
    public static final String STATEMENT_ORDER_CONFIG = "jelly.statement.order";

    private static final String STATEMENT_ORDER_DOC =
            "Order in which the statements of a frame are written: given (as they come) or dense (so that terms repeat:"
                    + " smaller frames, and encoding takes two to three times as long).";

    /** Largest frame. */
    public static final String FRAME_BYTES_CONFIG = "limits.frame.bytes";

    private static final String FRAME_BYTES_DOC = "Largest frame read or written, in bytes. A larger one is an error.";

    /** Most rows in a frame. */
    public static final String FRAME_ROWS_CONFIG = "limits.frame.rows";

    private static final String FRAME_ROWS_DOC = "Largest number of rows in a frame that is read or written.";

    /** Longest string. */
    public static final String STRING_BYTES_CONFIG = "limits.string.bytes";

    private static final String STRING_BYTES_DOC = "Longest single string read or written, in bytes of UTF-8.";

    /** Streams of which state is kept. */
    public static final String STREAMS_CONFIG = "limits.streams";

    private static final String STREAMS_DOC =
            "Largest number of codec streams whose state is kept. If there are more, the state that was not used for"
                    + " longest is dropped: a reader then lacks this state until the next key frame, and a writer begins a"
                    + " new codec stream.";

    /** Memory for state. */
    public static final String STATE_BYTES_CONFIG = "limits.state.bytes";

    private static final String STATE_BYTES_DOC =
            "Largest memory for the state of the codec streams that are read, in bytes, estimated. Above it, states"
                    + " are dropped as with " + STREAMS_CONFIG + ".";

    /** Records read for one record whose state is missing. */
    public static final String LOOKBACK_RECORDS_CONFIG = "lookback.max.records";

    private static final String LOOKBACK_RECORDS_DOC =
            "Largest number of records read to restore the state that one record needs. A record that is read twice"
                    + " counts twice.";

    /** Bytes read for one record whose state is missing. */
    public static final String LOOKBACK_BYTES_CONFIG = "lookback.max.bytes";

    private static final String LOOKBACK_BYTES_DOC =
            "Largest number of bytes of record values read to restore the state that one record needs.";

    /** Time for one record whose state is missing. */
    public static final String LOOKBACK_TIMEOUT_CONFIG = "lookback.timeout.ms";

    private static final String LOOKBACK_TIMEOUT_DOC = "Longest time to restore the state that one record needs.";

    /** Look-backs in a minute. */
    public static final String LOOKBACK_RATE_CONFIG = "lookback.max.per.minute";

    private static final String LOOKBACK_RATE_DOC =
            "Largest number of look-backs in a minute. A record that would need one more is treated as if there were"
                    + " no look-back.";

    private static final String JELLY_GROUP = "Jelly";
    private static final String LOOKBACK_GROUP = "Look-back";

    private JellyConfigs() {}

    /** Adds the options of writing and of what is accepted, with their types, defaults and documentation. */
    public static ConfigDef define(ConfigDef def) {
        KeyFrameInterval interval = KeyFrameInterval.DEFAULT;
        Limits limits = Limits.DEFAULT;
        StreamLimits streams = StreamLimits.DEFAULT;
        Options options = new Options(def, JELLY_GROUP);
        options.choice(MODE_CONFIG, Importance.HIGH, MODE_DOC, "auto", "stateful", "self-contained");
        options.number(INTERVAL_RECORDS_CONFIG, Type.INT, interval.records(), Range.atLeast(1), INTERVAL_RECORDS_DOC);
        options.number(INTERVAL_MS_CONFIG, Type.LONG, interval.ms(), Range.atLeast(1), INTERVAL_MS_DOC);
        options.choice(PRESET_CONFIG, Importance.MEDIUM, PRESET_DOC, "big", "small");
        options.number(NAME_TABLE_CONFIG, Type.INT, null, orNone(8, limits.maxNames()), NAME_TABLE_DOC);
        options.number(PREFIX_TABLE_CONFIG, Type.INT, null, orNone(0, limits.maxPrefixes()), PREFIX_TABLE_DOC);
        options.number(DATATYPE_TABLE_CONFIG, Type.INT, null, orNone(0, limits.maxDatatypes()), DATATYPE_TABLE_DOC);
        options.choice(PHYSICAL_TYPE_CONFIG, Importance.MEDIUM, PHYSICAL_TYPE_DOC, "quads", "triples");
        options.flag(RDF_STAR_CONFIG, RDF_STAR_DOC);
        options.choice(STATEMENT_ORDER_CONFIG, Importance.MEDIUM, STATEMENT_ORDER_DOC, "given", "dense");
        options.number(FRAME_BYTES_CONFIG, Type.INT, limits.maxFrameBytes(), Range.atLeast(1), FRAME_BYTES_DOC);
        options.number(FRAME_ROWS_CONFIG, Type.INT, limits.maxRows(), Range.atLeast(1), FRAME_ROWS_DOC);
        options.number(STRING_BYTES_CONFIG, Type.INT, limits.maxStringBytes(), Range.atLeast(1), STRING_BYTES_DOC);
        options.number(STREAMS_CONFIG, Type.INT, streams.streams(), Range.atLeast(1), STREAMS_DOC);
        options.number(STATE_BYTES_CONFIG, Type.LONG, streams.bytes(), Range.atLeast(1), STATE_BYTES_DOC);
        return def;
    }

    /** Adds the options of look-back. */
    public static ConfigDef defineLookBack(ConfigDef def) {
        LookBackLimits limits = LookBackLimits.DEFAULT;
        Options options = new Options(def, LOOKBACK_GROUP);
        Range some = Range.atLeast(1);
        options.number(LOOKBACK_RECORDS_CONFIG, Type.LONG, limits.records(), some, LOOKBACK_RECORDS_DOC);
        options.number(LOOKBACK_BYTES_CONFIG, Type.LONG, limits.bytes(), some, LOOKBACK_BYTES_DOC);
        options.number(LOOKBACK_TIMEOUT_CONFIG, Type.LONG, limits.timeoutMs(), some, LOOKBACK_TIMEOUT_DOC);
        options.number(LOOKBACK_RATE_CONFIG, Type.INT, limits.perMinute(), some, LOOKBACK_RATE_DOC);
        return def;
    }

    /** Option {@link #MODE_CONFIG}. */
    public static JellyMode mode(AbstractConfig config) {
        return JellyMode.valueOf(upper(config, MODE_CONFIG).replace('-', '_'));
    }

    /**
     * What is written.
     *
     * @throws ConfigException if options do not go together
     */
    public static EncoderSettings encoderSettings(AbstractConfig config) {
        TableSizes preset = upper(config, PRESET_CONFIG).equals("BIG") ? TableSizes.BIG : TableSizes.SMALL;
        boolean star = config.getBoolean(RDF_STAR_CONFIG);
        PhysicalType type = PhysicalType.valueOf(upper(config, PHYSICAL_TYPE_CONFIG));
        try {
            TableSizes sizes = new TableSizes(
                    orElse(config.getInt(NAME_TABLE_CONFIG), preset.names()),
                    orElse(config.getInt(PREFIX_TABLE_CONFIG), preset.prefixes()),
                    orElse(config.getInt(DATATYPE_TABLE_CONFIG), preset.datatypes()));
            return new EncoderSettings(
                    new JellyOptions(type, sizes, star, 2),
                    JellyPatchOptions.frame(sizes, star),
                    StatementOrder.valueOf(upper(config, STATEMENT_ORDER_CONFIG)),
                    limits(config),
                    new KeyFrameInterval(config.getInt(INTERVAL_RECORDS_CONFIG), config.getLong(INTERVAL_MS_CONFIG)));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    /** What is accepted and written at most. */
    public static Limits limits(AbstractConfig config) {
        return Limits.DEFAULT
                .withMaxFrameBytes(config.getInt(FRAME_BYTES_CONFIG))
                .withMaxRows(config.getInt(FRAME_ROWS_CONFIG))
                .withMaxStringBytes(config.getInt(STRING_BYTES_CONFIG));
    }

    /** How much state is kept. */
    public static StreamLimits streamLimits(AbstractConfig config) {
        return new StreamLimits(config.getInt(STREAMS_CONFIG), config.getLong(STATE_BYTES_CONFIG));
    }

    /** How much is read to restore state; of a definition with {@link #defineLookBack}. */
    public static LookBackLimits lookBackLimits(AbstractConfig config) {
        return new LookBackLimits(
                config.getLong(LOOKBACK_RECORDS_CONFIG),
                config.getLong(LOOKBACK_BYTES_CONFIG),
                config.getLong(LOOKBACK_TIMEOUT_CONFIG),
                config.getInt(LOOKBACK_RATE_CONFIG));
    }

    private static String upper(AbstractConfig config, String name) {
        return config.getString(name).toUpperCase(Locale.ROOT);
    }

    private static int orElse(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }

    /** A range, or nothing at all. */
    private static Validator orNone(int least, int most) {
        Range range = Range.between(least, most);
        return LambdaValidator.with(
                (name, value) -> {
                    if (value != null) {
                        range.ensureValid(name, value);
                    }
                },
                range::toString);
    }

    /** Defines options of one group in order. */
    private static final class Options {
        private final ConfigDef def;
        private final String group;
        private int order;

        Options(ConfigDef def, String group) {
            this.def = def;
            this.group = group;
        }

        /** The first choice is the default. */
        void choice(String name, Importance importance, String doc, String... choices) {
            Validator oneOf = CaseInsensitiveValidString.in(choices);
            def.define(name, Type.STRING, choices[0], oneOf, importance, doc, group, ++order, Width.SHORT, name);
        }

        void number(String name, Type type, @Nullable Object value, Validator valid, String doc) {
            def.define(name, type, value, valid, Importance.LOW, doc, group, ++order, Width.SHORT, name);
        }

        /** Off by default. */
        void flag(String name, String doc) {
            def.define(name, Type.BOOLEAN, false, Importance.MEDIUM, doc, group, ++order, Width.SHORT, name);
        }
    }
}
