package dev.velella.source.options;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.payload.PayloadOptions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** Groups of options that several source types share, in the order in which users see them. */
public enum SharedOptions {
    PAYLOADS("Payloads"),
    ELEMENTS("Elements"),
    ERRORS("Errors"),
    KEY("Key"),
    EVENT_TIME("Time"),
    TIME("Time"),
    LIMITS("Limits");

    private final String group;

    SharedOptions(String group) {
        this.group = group;
    }

    void define(ConfigDef def, Map<String, List<String>> shownIf) {
        OptionGroup options = new OptionGroup(def, group, shownIf);
        switch (this) {
            case PAYLOADS -> PayloadOptions.define(options);
            case ELEMENTS -> ElementRule.define(options);
            case ERRORS -> ErrorOptions.define(options);
            case KEY -> KeyOptions.define(def, group, shownIf);
            case EVENT_TIME -> TimeOptions.defineEventTime(options);
            case TIME -> TimeOptions.define(options);
            case LIMITS -> LimitOptions.define(options);
        }
    }

    /** Finds options of the group that do not go with others. The map's keys are options, its values messages. */
    Map<String, String> problems(Map<String, ?> values, SourceOptions type) {
        return switch (this) {
            case PAYLOADS -> PayloadOptions.problems(values);
            case ERRORS -> ErrorOptions.problems(values);
            case KEY -> KeyOptions.problems(values, type.shared().contains(PAYLOADS));
            case ELEMENTS, EVENT_TIME, TIME, LIMITS -> Map.of();
        };
    }
}
