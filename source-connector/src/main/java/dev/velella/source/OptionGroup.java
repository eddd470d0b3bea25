package dev.velella.source;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/** Defines the options of one group in their order; user interfaces show them where they have an effect. */
final class OptionGroup {
    private final ConfigDef def;
    private final String name;
    private final Map<String, String> shownIf;
    private int order;

    /** @param shownIf option to value: what must hold for the group to have an effect */
    OptionGroup(ConfigDef def, String name, Map<String, String> shownIf) {
        this.def = def;
        this.name = name;
        this.shownIf = shownIf;
    }

    OptionGroup add(
            String option,
            Type type,
            @Nullable Object defaultValue,
            @Nullable Validator validator,
            Importance importance,
            String doc,
            String displayName) {
        return add(option, type, defaultValue, validator, importance, doc, displayName, List.of());
    }

    OptionGroup addChoice(
            String option,
            Object defaultValue,
            List<String> choices,
            Importance importance,
            String doc,
            String displayName) {
        Validator validator = ValidString.in(choices.toArray(String[]::new));
        return add(option, Type.STRING, defaultValue, validator, importance, doc, displayName, List.copyOf(choices));
    }

    private OptionGroup add(
            String option,
            Type type,
            @Nullable Object defaultValue,
            @Nullable Validator validator,
            Importance importance,
            String doc,
            String displayName,
            List<Object> choices) {
        order++;
        Width width = type == Type.STRING && choices.isEmpty() ? Width.LONG : Width.SHORT;
        Recommender recommender = new Recommender(choices, shownIf);
        def.define(
                option, type, defaultValue, validator, importance, doc, name, order, width, displayName, recommender);
        return this;
    }

    /**
     * What user interfaces offer.
     *
     * @param choices valid values; empty if there are too many to list
     */
    private record Recommender(List<Object> choices, Map<String, String> shownIf) implements ConfigDef.Recommender {
        @Override
        public List<Object> validValues(String name, Map<String, Object> parsedConfig) {
            return choices;
        }

        @Override
        public boolean visible(String name, Map<String, Object> parsedConfig) {
            return shownIf.entrySet().stream()
                    .allMatch(condition -> condition.getValue().equals(parsedConfig.get(condition.getKey())));
        }
    }
}
