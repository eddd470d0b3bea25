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

    private TargetOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Target").add(TARGET);
    }
}
