package dev.velella.sink.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.targets.TargetType;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink that are common to all kinds of targets. */
final class TargetOptions {
    private static final Option<String> TARGET = Option.choice(
                    TargetType.OPTION, TargetTypes.DEFAULT.name(), TargetTypes.names(type -> true))
            .high()
            .label("Target")
            .doc("Kind of store that patches are applied to." + TargetTypes.descriptions());

    /** Time without an answer of the store after which the log has a warning, in ms. */
    static final Option<Long> WAIT_LOG_MS = Option.number("target.wait.log.ms", 5_000L)
            .atLeast(1)
            .label("Wait before a message (ms)")
            .doc("Time without an answer of the store after which the log names the store and the request for which the"
                    + " task waits, in ms. The log says it again once a minute, and once more when the store answers.");

    private TargetOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Target").add(TARGET, WAIT_LOG_MS);
    }
}
