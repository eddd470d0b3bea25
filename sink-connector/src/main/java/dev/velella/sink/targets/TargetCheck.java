package dev.velella.sink.targets;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that is being validated.
 *
 * @param properties all options of the connector as the user gave them
 * @param options each option with its value and its errors so far
 * @param types all kinds of targets
 * @param definition definition of all options of the sink
 */
public record TargetCheck(
        Map<String, String> properties,
        Map<String, ConfigValue> options,
        List<TargetType> types,
        ConfigDef definition) {

    /** Whether an option has no error. */
    public boolean isRight(String option) {
        ConfigValue value = options.get(option);
        return value != null && value.errorMessages().isEmpty();
    }

    /** Whether no option has an error. */
    public boolean isAllRight() {
        return options.values().stream()
                .allMatch(option -> option.errorMessages().isEmpty());
    }

    /** The value of an option; null if it has none. */
    public @Nullable Object value(String option) {
        ConfigValue value = options.get(option);
        return value == null ? null : value.value();
    }

    /** The options as a configuration. Only if no option has an error. */
    public AbstractConfig config() {
        Map<String, String> own = new HashMap<>(properties);
        own.keySet().retainAll(definition.names());
        return new AbstractConfig(definition, own, false);
    }
}
