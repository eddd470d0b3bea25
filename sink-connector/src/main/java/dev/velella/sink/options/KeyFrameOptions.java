package dev.velella.sink.options;

import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.StreamLimits;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink for decoding records that build on other records. */
public final class KeyFrameOptions {
    /** Longest time between key frames, in ms. */
    static final Option<Long> KEY_FRAME_INTERVAL_MS = Option.number(
                    "jelly.key.frame.interval.ms", KeyFrameInterval.DEFAULT.ms())
            .atLeast(1)
            .medium()
            .label("Key-frame interval (ms)")
            .doc("Longest time between two key frames of a codec stream, in ms. Set it to at least the value that the"
                    + " writers of the topics have for the option of this name. A codec stream that was silent for longer"
                    + " goes on with a key frame, so a starting task need not read its last records again. If the value is"
                    + " too short, a starting task has to go back a second time for the codec streams that it missed.");

    /** Maximum number of codec streams per partition. */
    static final Option<Integer> LIMITS_STREAMS = Option.number("limits.streams", StreamLimits.DEFAULT.streams())
            .atLeast(1)
            .label("Most streams")
            .doc(
                    "Most streams of records of which the place of the last key frame is kept, in each partition; of more, the one"
                            + " silent longest is forgotten, and a starting task goes back a second time for it. Where values"
                            + " come as bytes (ByteArrayConverter), also the most streams whose codec state is kept.");

    /** Maximum number of rewinds in a minute. */
    public static final Option<Integer> REWIND_MAX_PER_MINUTE = Option.number("rewind.max.per.minute", 120)
            .atLeast(1)
            .label("Most rewinds per minute")
            .doc(
                    "Largest number of times in a minute that a partition is read again from an earlier offset, because the"
                            + " codec state of a record is missing. If there are more, the task fails: somebody floods the topic with"
                            + " records that have no key frame.");

    private KeyFrameOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Key frames").add(KEY_FRAME_INTERVAL_MS, LIMITS_STREAMS, REWIND_MAX_PER_MINUTE);
    }
}
