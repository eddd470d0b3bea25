package dev.velella.kit.options;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a value is one of a few texts, in upper or lower case. Immutable.
 *
 * @param choices the texts as they are shown; they differ in more than case
 */
record OneOf(List<String> choices) implements Validator {
    OneOf {
        choices = List.copyOf(choices);
    }

    @Override
    public void ensureValid(String name, @Nullable Object value) {
        if (value != null) {
            try {
                spelled(value.toString());
            } catch (IllegalArgumentException e) {
                throw new ConfigException(name, value, e.getMessage());
            }
        }
    }

    /**
     * The text as it is shown.
     *
     * @throws IllegalArgumentException if the text is none of the choices; the message names all choices
     */
    String spelled(String text) {
        return choices.stream()
                .filter(choice -> choice.equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of: " + String.join(", ", choices)));
    }

    @Override
    public String toString() {
        return choices.toString();
    }
}
