package dev.velella.source.options;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.source.payload.TopicTemplate;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Validators of single options. They accept a missing value; other checks find missing options. */
public final class OptionValidators {
    private OptionValidators() {}

    static ConfigDef.Validator topicName() {
        return text("a topic name", value -> {
            if (!TopicTemplate.isName(value)) {
                throw new IllegalArgumentException(
                        "a topic name has 1 to 249 letters, digits, dots, hyphens and underscores");
            }
        });
    }

    static ConfigDef.Validator topicTemplate() {
        return text("a topic name, with source.type=mqtt maybe with {topic[N]}", TopicTemplate::new);
    }

    static ConfigDef.Validator positive() {
        return within(ConfigDef.Range.atLeast(1));
    }

    static ConfigDef.Validator replicas() {
        return within(ConfigDef.Range.between(1, Short.MAX_VALUE));
    }

    private static ConfigDef.Validator within(ConfigDef.Range range) {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (value != null) {
                        range.ensureValid(name, value);
                    }
                },
                range::toString);
    }

    static ConfigDef.Validator notZero() {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (Integer.valueOf(0).equals(value)) {
                        throw new ConfigException(name, value, "counts from 1, or backwards from -1");
                    }
                },
                () -> "not 0");
    }

    static ConfigDef.Validator jsonPointer() {
        return text("a JSON pointer", value -> {
            if (!value.isEmpty() && !value.startsWith("/")) {
                throw new IllegalArgumentException("is not a JSON pointer such as /device/id");
            }
        });
    }

    /** An absolute IRI. */
    public static ConfigDef.Validator absoluteIri() {
        return text("an absolute IRI", value -> {
            try {
                VerifiedTerms.checkIri(value);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "is not an absolute IRI such as http://www.w3.org/ns/prov#atTime", e);
            }
        });
    }

    static ConfigDef.Validator patternWithGroup() {
        return text("a regular expression with a group", value -> {
            try {
                if (Pattern.compile(value).matcher("").groupCount() < 1) {
                    throw new IllegalArgumentException("has no group; put what is the key into parentheses");
                }
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "is not a regular expression: " + e.getDescription() + " near index " + e.getIndex(), e);
            }
        });
    }

    private static ConfigDef.Validator text(String form, Consumer<String> check) {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (value instanceof String text) {
                        try {
                            check.accept(text);
                        } catch (IllegalArgumentException e) {
                            throw new ConfigException(name, RdfSourceConfig.shown(null, text), e.getMessage());
                        }
                    }
                },
                () -> form);
    }
}
