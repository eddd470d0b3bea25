package dev.velella.diff.options;

import dev.velella.options.OptionGroup;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.jspecify.annotations.Nullable;

/** Adds the diff app's options of one concern to a definition, shown by their names without {@link DiffConfig#PREFIX}. */
final class AppOptions {
    private final OptionGroup group;

    AppOptions(ConfigDef def, String name) {
        group = new OptionGroup(def, name);
    }

    /** A text that is not empty where it is given; {@link ConfigDef#NO_DEFAULT_VALUE} makes it required. */
    AppOptions text(String option, @Nullable Object value, String doc) {
        Importance importance = value == ConfigDef.NO_DEFAULT_VALUE ? Importance.HIGH : Importance.MEDIUM;
        group.text(option, value, importance, doc, display(option));
        return this;
    }

    /** One of the constants of an enum. */
    AppOptions choice(String option, Enum<?> value, String doc) {
        group.choice(option, value, Importance.MEDIUM, doc, display(option));
        return this;
    }

    /** A number; its type is that of the default. */
    AppOptions number(String option, Number value, Validator valid, String doc) {
        group.number(option, value, valid, Importance.LOW, doc, display(option));
        return this;
    }

    /** Yes or no. */
    AppOptions flag(String option, boolean value, String doc) {
        group.add(option, Type.BOOLEAN, value, null, Importance.LOW, doc, display(option));
        return this;
    }

    /** Options that other parts have too. */
    AppOptions with(Consumer<OptionGroup> options) {
        options.accept(group);
        return this;
    }

    private static String display(String option) {
        return option.substring(DiffConfig.PREFIX.length());
    }
}
