package dev.velella.sink.options;

import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that say how records are decoded that build on others. */
public final class KeyFrameOptions {
    /** Longest time between key frames, in ms. */
    static final String KEY_FRAME_INTERVAL_MS_CONFIG = "jelly.key.frame.interval.ms";

    private static final String KEY_FRAME_INTERVAL_MS_DOC =
            "Longest time between two key frames of a codec stream, in ms. Set it to at least the value that the"
                    + " writers of the topics have for the option of this name. A codec stream that was silent for longer"
                    + " goes on with a key frame, so a starting task need not read its last records again. If the value is"
                    + " too short, a starting task has to go back a second time for the codec streams that it missed.";

    /** Most streams per partition. */
    static final String LIMITS_STREAMS_CONFIG = "limits.streams";

    private static final String LIMITS_STREAMS_DOC =
            "Most streams of records of which the place of the last key frame is kept, in each partition; of more, the one"
                    + " silent longest is forgotten, and a starting task goes back a second time for it. Where values"
                    + " come as bytes (ByteArrayConverter), also the most streams whose codec state is kept.";

    /** Most rewinds. */
    public static final String REWIND_MAX_PER_MINUTE_CONFIG = "rewind.max.per.minute";

    private static final String REWIND_MAX_PER_MINUTE_DOC =
            "Largest number of times in a minute that a partition is read again from an earlier offset, because the"
                    + " codec state of a record is missing. If there are more, the task fails: somebody floods the topic with"
                    + " records that have no key frame.";

    private KeyFrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Key frames")
                .number(
                        KEY_FRAME_INTERVAL_MS_CONFIG,
                        KeyFrameInterval.DEFAULT.ms(),
                        Range.atLeast(1),
                        Importance.MEDIUM,
                        KEY_FRAME_INTERVAL_MS_DOC,
                        "Key-frame interval (ms)")
                .number(
                        LIMITS_STREAMS_CONFIG,
                        StreamLimits.DEFAULT.streams(),
                        Range.atLeast(1),
                        Importance.LOW,
                        LIMITS_STREAMS_DOC,
                        "Most streams")
                .number(
                        REWIND_MAX_PER_MINUTE_CONFIG,
                        120,
                        Range.atLeast(1),
                        Importance.LOW,
                        REWIND_MAX_PER_MINUTE_DOC,
                        "Most rewinds per minute");
    }
}
