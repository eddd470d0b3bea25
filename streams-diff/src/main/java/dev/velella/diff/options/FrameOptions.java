package dev.velella.diff.options;

import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.JellyConfigs;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the diff app for writing and reading frames. They are a part of {@link DiffConfig}. */
public final class FrameOptions {
    private static final String JELLY = DiffConfig.PREFIX + "jelly.";

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

    /** Whether quoted triples may be written. */
    static final Option<Boolean> RDF_STAR = JellyConfigs.RDF_STAR.withPrefix(DiffConfig.PREFIX);

    private static final Option<Boolean> MESSAGE_HEADER = JellyConfigs.MESSAGE_HEADER.withPrefix(DiffConfig.PREFIX);

    private static final Option<Integer> FRAME_BYTES = JellyConfigs.FRAME_BYTES.withPrefix(DiffConfig.PREFIX);
    private static final Option<Integer> FRAME_ROWS = JellyConfigs.FRAME_ROWS.withPrefix(DiffConfig.PREFIX);
    private static final Option<Integer> STREAMS = JellyConfigs.STREAMS.withPrefix(DiffConfig.PREFIX);
    private static final Option<Long> STATE_BYTES = JellyConfigs.STATE_BYTES.withPrefix(DiffConfig.PREFIX);

    /** Maximum number of records in a look-back. */
    public static final Option<Long> LOOK_BACK_RECORDS = JellyConfigs.LOOKBACK_RECORDS.withPrefix(DiffConfig.PREFIX);

    /** Maximum number of bytes in a look-back. */
    public static final Option<Long> LOOK_BACK_BYTES = JellyConfigs.LOOKBACK_BYTES.withPrefix(DiffConfig.PREFIX);

    /** Maximum time of a look-back, in ms. */
    public static final Option<Long> LOOK_BACK_TIMEOUT = JellyConfigs.LOOKBACK_TIMEOUT.withPrefix(DiffConfig.PREFIX);

    /** Maximum rate of look-backs. */
    public static final Option<Integer> LOOK_BACK_RATE = JellyConfigs.LOOKBACK_RATE.withPrefix(DiffConfig.PREFIX);

    private FrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Frames")
                .add(MODE, DICTIONARIES, RDF_STAR, MESSAGE_HEADER, FRAME_BYTES, FRAME_ROWS, STREAMS, STATE_BYTES);
        new OptionGroup(def, "Look-back").add(LOOK_BACK_RECORDS, LOOK_BACK_BYTES, LOOK_BACK_TIMEOUT, LOOK_BACK_RATE);
    }

    /** Reads the options. */
    static FrameSettings read(AbstractConfig config) {
        return new FrameSettings(
                RDF_STAR.of(config),
                MODE.of(config),
                readLimits(config),
                new StreamLimits(STREAMS.of(config), STATE_BYTES.of(config)),
                new LookBackLimits(
                        LOOK_BACK_RECORDS.of(config),
                        LOOK_BACK_BYTES.of(config),
                        LOOK_BACK_TIMEOUT.of(config),
                        LOOK_BACK_RATE.of(config)),
                DICTIONARIES.of(config),
                MESSAGE_HEADER.of(config));
    }

    private static Limits readLimits(AbstractConfig config) {
        return Limits.DEFAULT.withMaxFrameBytes(FRAME_BYTES.of(config)).withMaxRows(FRAME_ROWS.of(config));
    }
}
