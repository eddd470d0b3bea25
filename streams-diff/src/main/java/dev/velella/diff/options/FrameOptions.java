package dev.velella.diff.options;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.options.Spelling;
import dev.velella.record.StartAt;
import dev.velella.record.partition.LookBackLimits;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The options of the diff app that say how frames are written and read, the other half of {@link DiffConfig}. */
public final class FrameOptions {
    private static final String JELLY = DiffConfig.PREFIX + "jelly.";
    private static final String LIMITS = DiffConfig.PREFIX + "limits.";
    private static final String LOOK_BACK = DiffConfig.PREFIX + "lookback.";

    /** Whether records continue each other. */
    public static final String MODE_CONFIG = JELLY + "mode";

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
            "Whether quoted triples (RDF-star) may be written. If not, a quoted triple is an error.";

    /** Largest frame. */
    static final String FRAME_BYTES_CONFIG = LIMITS + "frame.bytes";

    private static final String FRAME_BYTES_DOC = "Largest frame read or written, in bytes. A larger one is an error.";

    /** Most rows in a frame. */
    static final String FRAME_ROWS_CONFIG = LIMITS + "frame.rows";

    private static final String FRAME_ROWS_DOC = "Largest number of rows in a frame that is read or written.";

    /** Longest string. */
    static final String STRING_BYTES_CONFIG = LIMITS + "string.bytes";

    private static final String STRING_BYTES_DOC = "Longest single string read or written, in bytes of UTF-8.";

    /** Most input streams. */
    static final String STREAMS_CONFIG = LIMITS + "streams";

    private static final String STREAMS_DOC = "Largest number of codec streams of the input whose state a task"
            + " keeps; each writer of a partition has one. The state of any other codec stream is restored by"
            + " look-back when its next record comes.";

    /** Most state of input streams. */
    static final String STATE_BYTES_CONFIG = LIMITS + "state.bytes";

    private static final String STATE_BYTES_DOC =
            "Largest memory for the state of the input's codec streams in a task, in bytes, estimated.";

    /** Records of a look-back. */
    public static final String LOOK_BACK_RECORDS_CONFIG = LOOK_BACK + "max.records";

    private static final String LOOK_BACK_RECORDS_DOC = "Largest number of records read back in the input topic to"
            + " restore the codec state that one record needs, for example after a restart. If more are needed, the"
            + " record is refused.";

    /** Bytes of a look-back. */
    public static final String LOOK_BACK_BYTES_CONFIG = LOOK_BACK + "max.bytes";

    private static final String LOOK_BACK_BYTES_DOC =
            "Largest number of bytes of record values read back for one" + " record.";

    /** Time of a look-back. */
    public static final String LOOK_BACK_TIMEOUT_CONFIG = LOOK_BACK + "timeout.ms";

    private static final String LOOK_BACK_TIMEOUT_DOC = "Longest time of reading back for one record in ms. The thread"
            + " waits for it: under exactly_once_v2, a time above producer.transaction.timeout.ms (10000 unless set) may"
            + " cost the open transaction, which is then done again.";

    /** Rate of look-backs. */
    public static final String LOOK_BACK_RATE_CONFIG = LOOK_BACK + "max.per.minute";

    private static final String LOOK_BACK_RATE_DOC = "Largest number of look-backs of a task in a minute, so that"
            + " forged records cannot keep it busy. Above it, a record that needs a look-back is refused.";

    /** Where to begin. */
    public static final String START_AT_CONFIG = DiffConfig.PREFIX + "start.at";

    private static final String START_AT_DOC =
            "Where reading begins in a partition of the input topic whose first records"
                    + " cannot be decoded, because retention has removed the key frame on which they build: first-record (such a"
                    + " record is refused, see velella.on.error) or key-frame (those before the next key frame of their codec stream"
                    + " are left out, counted in records-trimmed-total, and named once in the log). The graph of a stream that has"
                    + " no element after that key frame is missing in the patches until its next element comes.";

    private static final Range POSITIVE = Range.atLeast(1);

    private FrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        AppOptions frames = new AppOptions(def, "Frames");
        defineWriting(frames);
        defineLimits(frames);
        defineLookBack(new AppOptions(def, "Look-back"));
    }

    private static void defineWriting(AppOptions frames) {
        KeyFrameInterval interval = KeyFrameInterval.DEFAULT;
        TableSizes big = TableSizes.BIG;
        Limits limits = Limits.DEFAULT;
        frames.choice(MODE_CONFIG, JellyMode.AUTO, MODE_DOC)
                .number(INTERVAL_RECORDS_CONFIG, interval.records(), POSITIVE, INTERVAL_RECORDS_DOC)
                .number(INTERVAL_MS_CONFIG, interval.ms(), POSITIVE, INTERVAL_MS_DOC)
                .choice(STATEMENT_ORDER_CONFIG, StatementOrder.DENSE, STATEMENT_ORDER_DOC)
                .number(NAME_TABLE_CONFIG, big.names(), Range.between(8, limits.maxNames()), NAME_TABLE_DOC)
                .number(PREFIX_TABLE_CONFIG, big.prefixes(), Range.between(0, limits.maxPrefixes()), PREFIX_TABLE_DOC)
                .number(
                        DATATYPE_TABLE_CONFIG,
                        big.datatypes(),
                        Range.between(0, limits.maxDatatypes()),
                        DATATYPE_TABLE_DOC)
                .flag(RDF_STAR_CONFIG, false, RDF_STAR_DOC);
    }

    private static void defineLimits(AppOptions frames) {
        Limits limits = Limits.DEFAULT;
        StreamLimits streams = StreamLimits.DEFAULT;
        frames.number(FRAME_BYTES_CONFIG, limits.maxFrameBytes(), POSITIVE, FRAME_BYTES_DOC)
                .number(FRAME_ROWS_CONFIG, limits.maxRows(), POSITIVE, FRAME_ROWS_DOC)
                .number(STRING_BYTES_CONFIG, limits.maxStringBytes(), POSITIVE, STRING_BYTES_DOC)
                .number(STREAMS_CONFIG, streams.streams(), POSITIVE, STREAMS_DOC)
                .number(STATE_BYTES_CONFIG, streams.bytes(), POSITIVE, STATE_BYTES_DOC);
    }

    private static void defineLookBack(AppOptions lookBack) {
        LookBackLimits limits = LookBackLimits.DEFAULT;
        lookBack.number(LOOK_BACK_RECORDS_CONFIG, limits.records(), POSITIVE, LOOK_BACK_RECORDS_DOC)
                .number(LOOK_BACK_BYTES_CONFIG, limits.bytes(), POSITIVE, LOOK_BACK_BYTES_DOC)
                .number(LOOK_BACK_TIMEOUT_CONFIG, limits.timeoutMs(), POSITIVE, LOOK_BACK_TIMEOUT_DOC)
                .number(LOOK_BACK_RATE_CONFIG, limits.perMinute(), POSITIVE, LOOK_BACK_RATE_DOC)
                .choice(START_AT_CONFIG, StartAt.FIRST_RECORD, START_AT_DOC);
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
                Spelling.constant(JellyMode.class, config.getString(MODE_CONFIG)),
                new KeyFrameInterval(config.getInt(INTERVAL_RECORDS_CONFIG), config.getLong(INTERVAL_MS_CONFIG)),
                Spelling.constant(StatementOrder.class, config.getString(STATEMENT_ORDER_CONFIG)),
                readLimits(config),
                new StreamLimits(config.getInt(STREAMS_CONFIG), config.getLong(STATE_BYTES_CONFIG)),
                new LookBackLimits(
                        config.getLong(LOOK_BACK_RECORDS_CONFIG),
                        config.getLong(LOOK_BACK_BYTES_CONFIG),
                        config.getLong(LOOK_BACK_TIMEOUT_CONFIG),
                        config.getInt(LOOK_BACK_RATE_CONFIG)),
                Spelling.constant(StartAt.class, config.getString(START_AT_CONFIG)));
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
        return Limits.DEFAULT
                .withMaxFrameBytes(config.getInt(FRAME_BYTES_CONFIG))
                .withMaxRows(config.getInt(FRAME_ROWS_CONFIG))
                .withMaxStringBytes(config.getInt(STRING_BYTES_CONFIG));
    }
}
