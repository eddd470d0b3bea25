package dev.velella.sink.options;

import dev.velella.options.OptionGroup;
import dev.velella.sink.targets.TargetType;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The options of the sink that all kinds of target have. */
final class TargetOptions {
    private static final String TARGET_DOC = "Kind of store that patches are applied to.";

    /** Wait for the store that is worth a message, in ms. */
    static final String WAIT_LOG_MS_CONFIG = "target.wait.log.ms";

    private static final String WAIT_LOG_MS_DOC =
            "Time without an answer of the store after which the log names the store and the request for which the"
                    + " task waits, in ms. The log says it again once a minute, and once more when the store answers.";

    private TargetOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Target")
                .choice(
                        TargetType.OPTION,
                        TargetTypes.DEFAULT.name(),
                        TargetTypes.names(type -> true),
                        Importance.HIGH,
                        TARGET_DOC + TargetTypes.descriptions(),
                        "Target")
                .number(
                        WAIT_LOG_MS_CONFIG,
                        5_000L,
                        Range.atLeast(1),
                        Importance.LOW,
                        WAIT_LOG_MS_DOC,
                        "Wait before a message (ms)");
    }
}
