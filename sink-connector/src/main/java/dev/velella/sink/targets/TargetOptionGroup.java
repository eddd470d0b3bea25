package dev.velella.sink.targets;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** Options of one or more kinds of target. */
@FunctionalInterface
public interface TargetOptionGroup {
    /**
     * Adds the options with their types, defaults and documentation.
     *
     * @param targets names of the kinds that have them
     */
    void define(ConfigDef def, List<String> targets);
}
