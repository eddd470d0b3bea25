package dev.velella.diff;

import dev.velella.jelly.Limits;
import dev.velella.jelly.StatementOrder;
import dev.velella.jelly.TableSizes;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.LookBackLimits;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app that say how frames are written and read, the other half of {@link DiffConfig}. */
final class FrameOptions {
    private static final String JELLY = DiffConfig.PREFIX + "jelly.";
    private static final String LIMITS = DiffConfig.PREFIX + "limits.";
    private static final String LOOK_BACK = DiffConfig.PREFIX + "lookback.";

    /** Whether records continue each other. */
    static final String MODE_CONFIG = JELLY + "mode";

    private static final String MODE_DOC = "Whether the patches of a partition continue each other's codec state:"
            + " stateful, self-contained (every record is a whole Jelly stream), or auto, which is stateful here, because"
            + " the app knows the partition that it writes to. Input is read in either form. A compacted input topic is"
            + " taken with self-contained only: compaction deletes the key frames that stateful records need.";

    /** Key frames by number. */
    static final String INTERVAL_RECORDS_CONFIG = JELLY + "key.frame.interval.records";

    private static final String INTERVAL_RECORDS_DOC = "Records from one key frame to the next in a partition. A reader"
            + " that begins in between reads back at most so many records of the stream. 1 makes every record a key frame.";

    /** Key frames by time. */
    static final String INTERVAL_MS_CONFIG = JELLY + "key.frame.interval.ms";

    private static final String INTERVAL_MS_DOC = "Longest time from one key frame to the next in ms, checked when a"
            + " record is written. Keep it well below the retention time of the topic, which deletes old key frames.";

    /** Order of statements. */
    static final String STATEMENT_ORDER_CONFIG = JELLY + "statement.order";

    private static final String STATEMENT_ORDER_DOC = "Order of the deletes and of the adds of a patch, which has no"
            + " meaning: dense (so that terms repeat and frames are small) or given (as in the element, in less time).";

    /** Name table. */
    static final String NAME_TABLE_CONFIG = JELLY + "name.table.size";

    private static final String NAME_TABLE_DOC = "Entries of the name table of every frame written, at least 8.";

    /** Prefix table. */
    static final String PREFIX_TABLE_CONFIG = JELLY + "prefix.table.size";

    private static final String PREFIX_TABLE_DOC =
            "Entries of the prefix table of every frame written; 0 turns it off.";

    /** Datatype table. */
    static final String DATATYPE_TABLE_CONFIG = JELLY + "datatype.table.size";

    private static final String DATATYPE_TABLE_DOC = "Entries of the datatype table of every frame written.";

    /** Quoted triples. */
    static final String RDF_STAR_CONFIG = JELLY + "rdf.star";

    private static final String RDF_STAR_DOC =
            "Whether quoted triples (RDF-star) may be written. Off, a quoted triple is an error.";

    /** Largest frame. */
    static final String FRAME_BYTES_CONFIG = LIMITS + "frame.bytes";

    private static final String FRAME_BYTES_DOC = "Largest frame read or written, in bytes. A larger one is an error.";

    /** Most rows in a frame. */
    static final String FRAME_ROWS_CONFIG = LIMITS + "frame.rows";

    private static final String FRAME_ROWS_DOC = "Most rows in a frame read or written.";

    /** Longest string. */
    static final String STRING_BYTES_CONFIG = LIMITS + "string.bytes";

    private static final String STRING_BYTES_DOC = "Longest single string read or written, in bytes of UTF-8.";

    /** Most input streams. */
    static final String STREAMS_CONFIG = LIMITS + "streams";

    private static final String STREAMS_DOC = "Most codec streams of the input, one for each writer of a partition, of"
            + " which a task keeps the state. A stream beyond them is looked back for when it comes again.";

    /** Most state of input streams. */
    static final String STATE_BYTES_CONFIG = LIMITS + "state.bytes";

    private static final String STATE_BYTES_DOC =
            "Most memory that a task keeps as state of the input's codec streams, in bytes, estimated.";

    /** Records of a look-back. */
    static final String LOOK_BACK_RECORDS_CONFIG = LOOK_BACK + "max.records";

    private static final String LOOK_BACK_RECORDS_DOC = "Most records read back in the input topic to restore the codec"
            + " state that one record needs, as after a restart. Beyond, the record is refused.";

    /** Bytes of a look-back. */
    static final String LOOK_BACK_BYTES_CONFIG = LOOK_BACK + "max.bytes";

    private static final String LOOK_BACK_BYTES_DOC = "Most bytes of values read back for one record.";

    /** Time of a look-back. */
    static final String LOOK_BACK_TIMEOUT_CONFIG = LOOK_BACK + "timeout.ms";

    private static final String LOOK_BACK_TIMEOUT_DOC = "Longest time of reading back for one record in ms. The thread"
            + " waits for it: under exactly_once_v2, a time above producer.transaction.timeout.ms (10000 unless set) may"
            + " cost the open transaction, which is then done again.";

    /** Rate of look-backs. */
    static final String LOOK_BACK_RATE_CONFIG = LOOK_BACK + "max.per.minute";

    private static final String LOOK_BACK_RATE_DOC = "Most look-backs of a task in a minute, so that records that are"
            + " made up cannot keep it busy. Beyond, a record that needs one is refused.";

    private static final String FRAMES = "Frames";
    private static final String READING_BACK = "Look-back";

    private FrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        defineWriting(def);
        defineLimits(def);
        defineLookBack(def);
    }

    private static void defineWriting(ConfigDef def) {
        KeyFrameInterval interval = KeyFrameInterval.DEFAULT;
        TableSizes big = TableSizes.BIG;
        Limits limits = Limits.DEFAULT;
        int order = 0;
        defineChoice(def, MODE_CONFIG, JellyMode.AUTO, MODE_DOC, ++order);
        defineInt(def, INTERVAL_RECORDS_CONFIG, interval.records(), Range.atLeast(1), INTERVAL_RECORDS_DOC, ++order);
        defineLong(def, INTERVAL_MS_CONFIG, interval.ms(), INTERVAL_MS_DOC, FRAMES, ++order);
        defineChoice(def, STATEMENT_ORDER_CONFIG, StatementOrder.DENSE, STATEMENT_ORDER_DOC, ++order);
        defineInt(def, NAME_TABLE_CONFIG, big.names(), Range.between(8, limits.maxNames()), NAME_TABLE_DOC, ++order);
        Validator prefixes = Range.between(0, limits.maxPrefixes());
        defineInt(def, PREFIX_TABLE_CONFIG, big.prefixes(), prefixes, PREFIX_TABLE_DOC, ++order);
        Validator datatypes = Range.between(0, limits.maxDatatypes());
        defineInt(def, DATATYPE_TABLE_CONFIG, big.datatypes(), datatypes, DATATYPE_TABLE_DOC, ++order);
        def.define(
                RDF_STAR_CONFIG,
                Type.BOOLEAN,
                false,
                Importance.LOW,
                RDF_STAR_DOC,
                FRAMES,
                ++order,
                Width.SHORT,
                "Quoted triples");
    }

    private static void defineLimits(ConfigDef def) {
        Limits limits = Limits.DEFAULT;
        StreamLimits streams = StreamLimits.DEFAULT;
        Validator positive = Range.atLeast(1);
        int order = 8;
        defineInt(def, FRAME_BYTES_CONFIG, limits.maxFrameBytes(), positive, FRAME_BYTES_DOC, ++order);
        defineInt(def, FRAME_ROWS_CONFIG, limits.maxRows(), positive, FRAME_ROWS_DOC, ++order);
        defineInt(def, STRING_BYTES_CONFIG, limits.maxStringBytes(), positive, STRING_BYTES_DOC, ++order);
        defineInt(def, STREAMS_CONFIG, streams.streams(), positive, STREAMS_DOC, ++order);
        defineLong(def, STATE_BYTES_CONFIG, streams.bytes(), STATE_BYTES_DOC, FRAMES, ++order);
    }

    private static void defineLookBack(ConfigDef def) {
        LookBackLimits limits = LookBackLimits.DEFAULT;
        int order = 0;
        defineLong(def, LOOK_BACK_RECORDS_CONFIG, limits.records(), LOOK_BACK_RECORDS_DOC, READING_BACK, ++order);
        defineLong(def, LOOK_BACK_BYTES_CONFIG, limits.bytes(), LOOK_BACK_BYTES_DOC, READING_BACK, ++order);
        defineLong(def, LOOK_BACK_TIMEOUT_CONFIG, limits.timeoutMs(), LOOK_BACK_TIMEOUT_DOC, READING_BACK, ++order);
        def.define(
                LOOK_BACK_RATE_CONFIG,
                Type.INT,
                limits.perMinute(),
                Range.atLeast(1),
                Importance.LOW,
                LOOK_BACK_RATE_DOC,
                READING_BACK,
                ++order,
                Width.SHORT,
                display(LOOK_BACK_RATE_CONFIG));
    }

    private static void defineChoice(ConfigDef def, String option, Enum<?> value, String doc, int order) {
        Validator choice = ValidString.in(DiffConfig.texts(value.getDeclaringClass()));
        String text = DiffConfig.text(value);
        Importance importance = Importance.MEDIUM;
        def.define(option, Type.STRING, text, choice, importance, doc, FRAMES, order, Width.SHORT, display(option));
    }

    private static void defineInt(ConfigDef def, String option, int value, Validator valid, String doc, int order) {
        def.define(option, Type.INT, value, valid, Importance.LOW, doc, FRAMES, order, Width.SHORT, display(option));
    }

    private static void defineLong(ConfigDef def, String option, long value, String doc, String group, int order) {
        Validator positive = Range.atLeast(1);
        String display = display(option);
        def.define(option, Type.LONG, value, positive, Importance.LOW, doc, group, order, Width.SHORT, display);
    }

    private static String display(String option) {
        return option.substring(DiffConfig.PREFIX.length());
    }

    /**
     * Reads the options.
     *
     * @throws ConfigException if options contradict each other
     */
    static FrameSettings read(AbstractConfig config) {
        return new FrameSettings(
                readTableSizes(config),
                config.getBoolean(RDF_STAR_CONFIG),
                DiffConfig.choice(JellyMode.class, config.getString(MODE_CONFIG)),
                new KeyFrameInterval(config.getInt(INTERVAL_RECORDS_CONFIG), config.getLong(INTERVAL_MS_CONFIG)),
                DiffConfig.choice(StatementOrder.class, config.getString(STATEMENT_ORDER_CONFIG)),
                readLimits(config),
                new StreamLimits(config.getInt(STREAMS_CONFIG), config.getLong(STATE_BYTES_CONFIG)),
                new LookBackLimits(
                        config.getLong(LOOK_BACK_RECORDS_CONFIG),
                        config.getLong(LOOK_BACK_BYTES_CONFIG),
                        config.getLong(LOOK_BACK_TIMEOUT_CONFIG),
                        config.getInt(LOOK_BACK_RATE_CONFIG)));
    }

    /** What is not in the range of its option never comes here; only the gap in that of the prefixes is left. */
    private static TableSizes readTableSizes(AbstractConfig config) {
        int prefixes = config.getInt(PREFIX_TABLE_CONFIG);
        try {
            return new TableSizes(config.getInt(NAME_TABLE_CONFIG), prefixes, config.getInt(DATATYPE_TABLE_CONFIG));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(PREFIX_TABLE_CONFIG, prefixes, e.getMessage());
        }
    }

    private static Limits readLimits(AbstractConfig config) {
        Limits standard = Limits.DEFAULT;
        return new Limits(
                standard.maxNames(),
                standard.maxPrefixes(),
                standard.maxDatatypes(),
                config.getInt(FRAME_BYTES_CONFIG),
                config.getInt(FRAME_ROWS_CONFIG),
                config.getInt(STRING_BYTES_CONFIG),
                standard.maxTableBytes(),
                standard.maxNesting());
    }
}
