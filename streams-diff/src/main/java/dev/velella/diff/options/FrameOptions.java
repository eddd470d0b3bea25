package dev.velella.diff.options;

import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the diff app for writing and reading frames. They are a part of {@link DiffConfig}. */
public final class FrameOptions {
    private static final String JELLY = DiffConfig.PREFIX + "jelly.";
    private static final String LIMITS = DiffConfig.PREFIX + "limits.";
    private static final String LOOK_BACK = DiffConfig.PREFIX + "lookback.";

    /** The base of each patch record. */
    public static final Option<JellyMode> MODE = Option.choice(
                    JELLY + "mode", JellyMode.DICTIONARY, List.of(JellyMode.DICTIONARY, JellyMode.SELF_CONTAINED))
            .medium()
            .doc("What a patch record builds on. dictionary: on a dictionary in a topic of its own"
                    + " (velella.dictionaries.topic), and on no other patch; as long as the app cannot write to that topic,"
                    + " patches are self-contained, and a warning says so. self-contained: on nothing, because every record"
                    + " is a whole Jelly stream. Input is read in any form.");

    /** Topic of the dictionaries on which records build. */
    public static final Option<String> DICTIONARIES = DictionaryOptions.topic(DiffConfig.PREFIX + "dictionaries.topic");

    /** Order of the statements in a patch. */
    static final Option<StatementOrder> STATEMENT_ORDER = Option.choice(JELLY + "statement.order", StatementOrder.DENSE)
            .medium()
            .doc(
                    "Order of the deletes and of the adds of a patch, which has no"
                            + " meaning: dense (so that terms repeat and frames are small) or given (as in the element, in less time).");

    /** Whether quoted triples may be written. */
    static final Option<Boolean> RDF_STAR = Option.flag(JELLY + "rdf.star", false)
            .doc("Whether quoted triples (RDF-star) may be written. If not, a quoted triple is an error.");

    /** Maximum size of a frame, in bytes. */
    static final Option<Integer> FRAME_BYTES = Option.number(LIMITS + "frame.bytes", Limits.DEFAULT.maxFrameBytes())
            .atLeast(1)
            .doc("Largest frame read or written, in bytes. A larger one is an error.");

    /** Maximum number of rows in a frame. */
    static final Option<Integer> FRAME_ROWS = Option.number(LIMITS + "frame.rows", Limits.DEFAULT.maxRows())
            .atLeast(1)
            .doc("Largest number of rows in a frame that is read or written.");

    /** Maximum length of a string, in bytes. */
    static final Option<Integer> STRING_BYTES = Option.number(LIMITS + "string.bytes", Limits.DEFAULT.maxStringBytes())
            .atLeast(1)
            .doc("Longest single string read or written, in bytes of UTF-8.");

    /** Maximum number of input streams with codec state. */
    static final Option<Integer> STREAMS = Option.number(LIMITS + "streams", StreamLimits.DEFAULT.streams())
            .atLeast(1)
            .doc("Largest number of codec streams of the input whose state a task"
                    + " keeps; each writer of a partition has one. The state of any other codec stream is restored by"
                    + " look-back when its next record comes.");

    /** Maximum size of the codec state of input streams, in bytes. */
    static final Option<Long> STATE_BYTES = Option.number(LIMITS + "state.bytes", StreamLimits.DEFAULT.bytes())
            .atLeast(1)
            .doc("Largest memory for the state of the input's codec streams in a task, in bytes, estimated.");

    /** Maximum number of records in a look-back. */
    public static final Option<Long> LOOK_BACK_RECORDS = Option.number(
                    LOOK_BACK + "max.records", LookBackLimits.DEFAULT.records())
            .atLeast(1)
            .doc("Largest number of records read back in the input topic to"
                    + " restore the codec state that one record needs, for example after a restart. If more are needed, the"
                    + " record is refused.");

    /** Maximum number of bytes in a look-back. */
    public static final Option<Long> LOOK_BACK_BYTES = Option.number(
                    LOOK_BACK + "max.bytes", LookBackLimits.DEFAULT.bytes())
            .atLeast(1)
            .doc("Largest number of bytes of record values read back for one record.");

    /** Maximum time of a look-back, in ms. */
    public static final Option<Long> LOOK_BACK_TIMEOUT = Option.number(
                    LOOK_BACK + "timeout.ms", LookBackLimits.DEFAULT.timeoutMs())
            .atLeast(1)
            .doc("Longest time of reading back for one record in ms. The thread"
                    + " waits for it: under exactly_once_v2, a time above producer.transaction.timeout.ms (10000 unless set) may"
                    + " cost the open transaction, which is then done again.");

    /** Maximum rate of look-backs. */
    public static final Option<Integer> LOOK_BACK_RATE = Option.number(
                    LOOK_BACK + "max.per.minute", LookBackLimits.DEFAULT.perMinute())
            .atLeast(1)
            .doc("Largest number of look-backs of a task in a minute, so that"
                    + " forged records cannot keep it busy. Above it, a record that needs a look-back is refused.");

    private FrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Frames")
                .add(MODE, DICTIONARIES, STATEMENT_ORDER, RDF_STAR)
                .add(FRAME_BYTES, FRAME_ROWS, STRING_BYTES, STREAMS, STATE_BYTES);
        new OptionGroup(def, "Look-back").add(LOOK_BACK_RECORDS, LOOK_BACK_BYTES, LOOK_BACK_TIMEOUT, LOOK_BACK_RATE);
    }

    /** Reads the options. */
    static FrameSettings read(AbstractConfig config) {
        return new FrameSettings(
                RDF_STAR.of(config),
                MODE.of(config),
                STATEMENT_ORDER.of(config),
                readLimits(config),
                new StreamLimits(STREAMS.of(config), STATE_BYTES.of(config)),
                new LookBackLimits(
                        LOOK_BACK_RECORDS.of(config),
                        LOOK_BACK_BYTES.of(config),
                        LOOK_BACK_TIMEOUT.of(config),
                        LOOK_BACK_RATE.of(config)),
                DICTIONARIES.of(config));
    }

    private static Limits readLimits(AbstractConfig config) {
        return Limits.DEFAULT
                .withMaxFrameBytes(FRAME_BYTES.of(config))
                .withMaxRows(FRAME_ROWS.of(config))
                .withMaxStringBytes(STRING_BYTES.of(config));
    }
}
