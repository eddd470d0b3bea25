package dev.velella.record;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.partition.LookBackLimits;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The options of Jelly records that converter, serializers and programs have in common. Each option is defined here
 * once. Methods turn the options into settings. Stateless and thread-safe.
 */
public final class JellyConfigs {
    /** The base of each record: a dictionary, the record before it, or nothing. */
    public static final Option<JellyMode> MODE = Option.choice("jelly.mode", JellyMode.AUTO)
            .high()
            .doc(
                    "The base on which each record builds. A base makes records much smaller. dictionary: a record builds on a"
                            + " dictionary, which is in a topic of its own (jelly.dictionaries.topic), and on no other record; while"
                            + " the writer cannot write to that topic, records are self-contained, and a warning says so. stateful: a"
                            + " record builds on the record before it in its partition; a record without a known partition is an"
                            + " error. self-contained: a record builds on nothing. auto: in Kafka Connect the same as dictionary if"
                            + " the converter reaches a cluster, because kafka.bootstrap.servers is set among its own options or among"
                            + " the options of Velella's source. Otherwise, and in a serializer, the same as stateful if the sender"
                            + " names the partition, and the same as self-contained if it does not.");

    /** Most records from one key frame to the next. */
    public static final Option<Integer> INTERVAL_RECORDS = Option.number("jelly.key.frame.interval.records", 100)
            .atLeast(1)
            .doc(
                    "Largest number of records from one key frame to the next in a codec stream; a key frame is a record"
                            + " that needs no earlier record. A reader that begins in between reads back at most this many records.");

    /** Longest time from one key frame to the next. */
    public static final Option<Long> INTERVAL_MS = Option.number("jelly.key.frame.interval.ms", 600_000L)
            .atLeast(1)
            .doc("Time after which the next record of a codec stream is a key frame, in ms. Keep it well below the"
                    + " retention time of the topic.");

    /** Sizes of all three lookup tables. */
    public static final Option<TableSizes> PRESET = Option.choice("jelly.preset", "big", List.of("big", "small"))
            .as(preset -> preset.equals("big") ? TableSizes.BIG : TableSizes.SMALL)
            .medium()
            .doc(
                    "Sizes of the lookup tables of every stream written: big or small. Small tables need less memory at readers;"
                            + " records with many different terms are then larger.");

    /** Kind of statement rows in graph frames. */
    public static final Option<PhysicalType> PHYSICAL_TYPE = Option.choice(
                    "jelly.physical.type", PhysicalType.QUADS, List.of(PhysicalType.QUADS, PhysicalType.TRIPLES))
            .medium()
            .doc("Which statements the graphs of a topic hold: quads, or triples where no graph is named.");

    /** Whether quoted triples may be written. */
    public static final Option<Boolean> RDF_STAR = Option.flag("jelly.rdf.star", false)
            .medium()
            .doc("Whether quoted triples (RDF-star) may be written. If not, a quoted triple is an error.");

    /** Order of statements in a frame. */
    public static final Option<StatementOrder> STATEMENT_ORDER = Option.choice(
                    "jelly.statement.order", StatementOrder.GIVEN)
            .medium()
            .doc(
                    "Order in which the statements of a frame are written: given (as they come) or dense (so that terms repeat:"
                            + " smaller frames, and encoding takes up to twice as long).");

    /** Whether records say their media type to readers that know only RDF Messages. */
    public static final Option<Boolean> MESSAGE_HEADER = Option.flag("rdf.message.header", false)
            .medium()
            .doc(
                    "Whether each record has the header RDF-Message-Content-Type, by which tools for RDF Messages, and people, know"
                            + " what it holds: application/x-jelly-rdf or application/x-jelly-rdf-patch if any reader of Jelly can read the"
                            + " record alone; application/x-velella-rdf or application/x-velella-rdf-patch if it builds on a dictionary or"
                            + " on other records. With zstd a record becomes 1 to 3 bytes larger in batches of 100 records, and 40 to"
                            + " 60 bytes alone.");

    /** Largest frame. */
    public static final Option<Integer> FRAME_BYTES = Option.number(
                    "limits.frame.bytes", Limits.DEFAULT.maxFrameBytes())
            .atLeast(1)
            .doc("Largest frame read or written, in bytes. A larger one is an error.");

    /** Most rows in a frame. */
    public static final Option<Integer> FRAME_ROWS = Option.number("limits.frame.rows", Limits.DEFAULT.maxRows())
            .atLeast(1)
            .doc("Largest number of rows in a frame that is read or written.");

    /** Most streams of which state is kept. */
    public static final Option<Integer> STREAMS = Option.number("limits.streams", StreamLimits.DEFAULT.streams())
            .atLeast(1)
            .doc(
                    "Largest number of codec streams whose state is kept. If there are more, the state that was not used for"
                            + " longest is dropped: a reader then lacks this state until the next key frame, and a writer begins a"
                            + " new codec stream.");

    /** Most memory for state. */
    public static final Option<Long> STATE_BYTES = Option.number("limits.state.bytes", StreamLimits.DEFAULT.bytes())
            .atLeast(1)
            .doc(
                    "Largest memory for the state of the codec streams that are read, in bytes, estimated. Above it, states"
                            + " are dropped as with " + STREAMS.name() + ".");

    /** Most records that look-back reads for one record whose state is missing. */
    public static final Option<Long> LOOKBACK_RECORDS = Option.number(
                    "lookback.max.records", LookBackLimits.DEFAULT.records())
            .atLeast(1)
            .doc(
                    "Largest number of records read to restore the state that one record needs, for example after a restart. A"
                            + " record that is read twice counts twice. If more are needed, the record cannot be read.");

    /** Most bytes that look-back reads for one record whose state is missing. */
    public static final Option<Long> LOOKBACK_BYTES = Option.number(
                    "lookback.max.bytes", LookBackLimits.DEFAULT.bytes())
            .atLeast(1)
            .doc("Largest number of bytes of record values read to restore the state that one record needs.");

    /** Longest time of look-back for one record whose state is missing. */
    public static final Option<Long> LOOKBACK_TIMEOUT = Option.number(
                    "lookback.timeout.ms", LookBackLimits.DEFAULT.timeoutMs())
            .atLeast(1)
            .doc(
                    "Longest time to restore the state that one record needs, in ms. The thread waits for it. In the diff app,"
                            + " a time above producer.transaction.timeout.ms may cost the open transaction, which is then done again.");

    /** Most look-backs in a minute. */
    public static final Option<Integer> LOOKBACK_RATE = Option.number(
                    "lookback.max.per.minute", LookBackLimits.DEFAULT.perMinute())
            .atLeast(1)
            .doc(
                    "Largest number of look-backs in a minute, so that forged records cannot keep the reader busy. A record that"
                            + " would need one more is treated as if there were no look-back.");

    private JellyConfigs() {}

    /** Adds the options of writing and of the limits, with their types, defaults and documentation. */
    public static ConfigDef define(ConfigDef def) {
        new OptionGroup(def, "Jelly")
                .add(
                        MODE,
                        INTERVAL_RECORDS,
                        INTERVAL_MS,
                        PRESET,
                        PHYSICAL_TYPE,
                        RDF_STAR,
                        STATEMENT_ORDER,
                        MESSAGE_HEADER)
                .add(FRAME_BYTES, FRAME_ROWS, STREAMS, STATE_BYTES);
        return def;
    }

    /** Adds the options of look-back. */
    public static ConfigDef defineLookBack(ConfigDef def) {
        new OptionGroup(def, "Look-back").add(LOOKBACK_RECORDS, LOOKBACK_BYTES, LOOKBACK_TIMEOUT, LOOKBACK_RATE);
        return def;
    }

    /** The value of option {@link #MODE}. */
    public static JellyMode mode(AbstractConfig config) {
        return MODE.of(config);
    }

    /** How the encoder writes frames: tables, order of statements, key frames, limits. */
    public static EncoderSettings encoderSettings(AbstractConfig config) {
        TableSizes sizes = PRESET.of(config);
        boolean star = RDF_STAR.of(config);
        return new EncoderSettings(
                new JellyOptions(PHYSICAL_TYPE.of(config), sizes, star, 2),
                JellyPatchOptions.frame(sizes, star),
                STATEMENT_ORDER.of(config),
                limits(config));
    }

    /** Upper limits for the frames that are read and written. */
    public static Limits limits(AbstractConfig config) {
        return Limits.DEFAULT.withMaxFrameBytes(FRAME_BYTES.of(config)).withMaxRows(FRAME_ROWS.of(config));
    }

    /** How many streams a decoder keeps state of, and how much memory the state may take. */
    public static StreamLimits streamLimits(AbstractConfig config) {
        return new StreamLimits(STREAMS.of(config), STATE_BYTES.of(config));
    }

    /**
     * How much look-back may read to restore state. The definition of the configuration needs {@link #defineLookBack}.
     */
    public static LookBackLimits lookBackLimits(AbstractConfig config) {
        return new LookBackLimits(
                LOOKBACK_RECORDS.of(config),
                LOOKBACK_BYTES.of(config),
                LOOKBACK_TIMEOUT.of(config),
                LOOKBACK_RATE.of(config));
    }
}
