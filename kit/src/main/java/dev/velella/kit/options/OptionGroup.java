package dev.velella.kit.options;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Adds the options of one subject to a definition, in the order of the calls. User interfaces show them together, and
 * only if they have an effect.
 */
public final class OptionGroup {
    private final ConfigDef def;
    private final String name;
    private final Map<String, List<String>> shownIf;
    private int order;

    /** A group whose options always have an effect. */
    public OptionGroup(ConfigDef def, String name) {
        this(def, name, Map.of());
    }

    /**
     * A group whose options have an effect only together with certain values of other options.
     *
     * @param shownIf option to values: each of these options must have one of its values for the group to have an
     *     effect
     */
    public OptionGroup(ConfigDef def, String name, Map<String, List<String>> shownIf) {
        this.def = def;
        this.name = name;
        this.shownIf = Map.copyOf(shownIf);
    }

    /** Adds options. */
    public OptionGroup add(Option<?>... options) {
        for (Option<?> option : options) {
            option.define(def, name, ++order, choices -> new Recommender(List.copyOf(choices), shownIf));
        }
        return this;
    }

    /**
     * The options that a user has set, and that have no effect together with the other options: option to message. An
     * option with its default value is none of them.
     *
     * @param properties the configuration, unparsed
     * @param values the values of all options by name, parsed; null for an option that is wrong by itself
     */
    public static Map<String, String> withoutEffect(
            ConfigDef def, Map<String, String> properties, Map<String, ?> values) {
        Map<String, String> found = new LinkedHashMap<>();
        Map<String, Object> parsed = new HashMap<>(values);
        def.configKeys().forEach((option, key) -> {
            Object value = values.get(option);
            if (properties.containsKey(option)
                    && value != null
                    && !value.equals(key.defaultValue)
                    && key.recommender instanceof Recommender recommender
                    && recommender.isDecided(parsed)
                    && !recommender.visible(option, parsed)) {
                found.put(
                        option,
                        option + " has no effect here: it is for " + recommender.condition() + ". Leave it out");
            }
        });
        return found;
    }

    /**
     * The choices that user interfaces offer.
     *
     * @param choices valid values; empty if there are too many to list
     */
    private record Recommender(List<Object> choices, Map<String, List<String>> shownIf)
            implements ConfigDef.Recommender {
        @Override
        public List<Object> validValues(String name, Map<String, Object> parsedConfig) {
            return choices;
        }

        /** Whether the options that decide about the effect are right by themselves. */
        boolean isDecided(Map<String, Object> parsed) {
            return shownIf.keySet().stream().allMatch(option -> parsed.get(option) != null);
        }

        /** The condition of the effect, as messages name it. */
        String condition() {
            return shownIf.entrySet().stream()
                    .map(condition -> condition.getKey() + "=" + String.join(" or ", condition.getValue()))
                    .collect(Collectors.joining(", and "));
        }

        @Override
        public boolean visible(String name, Map<String, Object> parsedConfig) {
            return shownIf.entrySet().stream().allMatch(condition -> condition.getValue().stream()
                    .anyMatch(String.valueOf(parsedConfig.get(condition.getKey()))::equalsIgnoreCase));
        }
    }
}
