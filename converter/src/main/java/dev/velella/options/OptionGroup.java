package dev.velella.options;

import java.util.List;
import java.util.Map;
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

        @Override
        public boolean visible(String name, Map<String, Object> parsedConfig) {
            return shownIf.entrySet().stream().allMatch(condition -> condition.getValue().stream()
                    .anyMatch(String.valueOf(parsedConfig.get(condition.getKey()))::equalsIgnoreCase));
        }
    }
}
