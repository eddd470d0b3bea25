package dev.velella.options;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/**
 * Adds the options of one concern to a definition, in the order of the calls. User interfaces show them together, and
 * only where they have an effect.
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

    /** @param shownIf option to values: each of these options must have one of its values for the group to have an effect */
    public OptionGroup(ConfigDef def, String name, Map<String, List<String>> shownIf) {
        this.def = def;
        this.name = name;
        this.shownIf = Map.copyOf(shownIf);
    }

    /**
     * Any option.
     *
     * @param value default; null for none, {@link ConfigDef#NO_DEFAULT_VALUE} makes the option required
     * @param valid null for every value of the type
     */
    public OptionGroup add(
            String option,
            Type type,
            @Nullable Object value,
            @Nullable Validator valid,
            Importance importance,
            String doc,
            String display) {
        return add(option, type, value, valid, importance, doc, display, List.of());
    }

    /** A text that is not empty where it is given; {@link ConfigDef#NO_DEFAULT_VALUE} makes it required. */
    public OptionGroup text(String option, @Nullable Object value, Importance importance, String doc, String display) {
        return add(option, Type.STRING, value, new NonEmptyString(), importance, doc, display);
    }

    /** A number; its type is that of the default. */
    public OptionGroup number(
            String option, Number value, @Nullable Validator valid, Importance importance, String doc, String display) {
        Type type = Type.LONG;
        if (value instanceof Short) {
            type = Type.SHORT;
        } else if (value instanceof Integer) {
            type = Type.INT;
        } else if (value instanceof Double) {
            type = Type.DOUBLE;
        }
        return add(option, type, value, valid, importance, doc, display);
    }

    /** One of the constants of an enum, as {@link Spelling} writes them. */
    public OptionGroup choice(String option, Enum<?> value, Importance importance, String doc, String display) {
        return choice(option, Spelling.of(value), Spelling.all(value.getDeclaringClass()), importance, doc, display);
    }

    /**
     * One of some texts.
     *
     * @param value default; {@link ConfigDef#NO_DEFAULT_VALUE} makes the option required
     */
    public OptionGroup choice(
            String option, Object value, List<String> choices, Importance importance, String doc, String display) {
        Validator valid = ValidString.in(choices.toArray(String[]::new));
        return add(option, Type.STRING, value, valid, importance, doc, display, choices);
    }

    private OptionGroup add(
            String option,
            Type type,
            @Nullable Object value,
            @Nullable Validator valid,
            Importance importance,
            String doc,
            String display,
            List<String> choices) {
        Width width = type == Type.STRING && choices.isEmpty() ? Width.LONG : Width.SHORT;
        ConfigDef.Recommender recommender = new Recommender(List.copyOf(choices), shownIf);
        def.define(option, type, value, valid, importance, doc, name, ++order, width, display, recommender);
        return this;
    }

    /**
     * What user interfaces offer.
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
            return shownIf.entrySet().stream()
                    .allMatch(condition ->
                            condition.getValue().contains(String.valueOf(parsedConfig.get(condition.getKey()))));
        }
    }
}
