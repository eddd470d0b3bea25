package dev.velella.diff;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/** Adds the options of one concern to a definition, in the order of the calls. */
final class OptionGroup {
    private final ConfigDef def;
    private final String title;
    private int order;

    OptionGroup(ConfigDef def, String title) {
        this.def = def;
        this.title = title;
    }

    /** A text that is not empty where it is given; {@link ConfigDef#NO_DEFAULT_VALUE} makes it required. */
    OptionGroup text(String option, @Nullable Object value, String doc) {
        Importance importance = value == ConfigDef.NO_DEFAULT_VALUE ? Importance.HIGH : Importance.MEDIUM;
        return add(option, Type.STRING, value, new NonEmptyString(), importance, doc);
    }

    /** One of the values of an enum, as {@link DiffConfig#text} writes them. */
    OptionGroup choice(String option, Enum<?> value, String doc) {
        Validator choice = ValidString.in(DiffConfig.texts(value.getDeclaringClass()));
        return add(option, Type.STRING, DiffConfig.text(value), choice, Importance.MEDIUM, doc);
    }

    /** A number; its type is that of the default. */
    OptionGroup number(String option, Number value, Validator valid, String doc) {
        Type type = Type.LONG;
        if (value instanceof Short) {
            type = Type.SHORT;
        } else if (value instanceof Integer) {
            type = Type.INT;
        } else if (value instanceof Double) {
            type = Type.DOUBLE;
        }
        return add(option, type, value, valid, Importance.LOW, doc);
    }

    private OptionGroup add(
            String option, Type type, @Nullable Object value, Validator valid, Importance importance, String doc) {
        String display = option.substring(DiffConfig.PREFIX.length());
        def.define(option, type, value, valid, importance, doc, title, ++order, Width.MEDIUM, display);
        return this;
    }
}
