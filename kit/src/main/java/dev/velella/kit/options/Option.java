package dev.velella.kit.options;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * An option of a connector, converter or app: its name, type, default, check and documentation, in one place.
 * {@link OptionGroup} adds it to a definition. The same object reads the value from a configuration. Immutable and
 * thread-safe.
 *
 * @param <T> type of the value in the program
 */
public final class Option<T> {
    private final String name;
    private final Type type;
    private final @Nullable Object defaultValue;
    private final @Nullable Validator validator;
    private final Importance importance;
    private final String label;
    private final List<String> choices;
    private final String doc;
    private final Function<Object, T> reading;

    private Option(Declaration<T> declared, String doc) {
        name = declared.name;
        type = declared.type;
        defaultValue = declared.defaultValue;
        validator = declared.validator;
        importance = declared.importance;
        label = declared.label;
        choices = declared.choices;
        reading = declared.reading;
        this.doc = doc;
    }

    private Option(Option<T> other, String prefix) {
        name = prefix + other.name;
        type = other.type;
        defaultValue = other.defaultValue;
        validator = other.validator;
        importance = other.importance;
        label = other.label;
        choices = other.choices;
        reading = other.reading;
        doc = other.doc;
    }

    /** Begins the declaration of a text, which must not be empty if it is given. */
    public static Declaration<String> text(String name) {
        return new Declaration<>(name, Type.STRING, null, value -> (String) value).check(new NonEmptyString());
    }

    /** Begins the declaration of a whole number. */
    public static Declaration<Integer> number(String name, int byDefault) {
        return new Declaration<>(name, Type.INT, byDefault, value -> (Integer) value);
    }

    /** Begins the declaration of a whole number that may be left out. */
    public static Declaration<Integer> number(String name) {
        return new Declaration<>(name, Type.INT, null, value -> (Integer) value);
    }

    /** Begins the declaration of a small whole number. */
    public static Declaration<Short> number(String name, short byDefault) {
        return new Declaration<>(name, Type.SHORT, byDefault, value -> (Short) value);
    }

    /** Begins the declaration of a large whole number, such as a time in ms. */
    public static Declaration<Long> number(String name, long byDefault) {
        return new Declaration<>(name, Type.LONG, byDefault, value -> (Long) value);
    }

    /** Begins the declaration of a number that may have a fraction. */
    public static Declaration<Double> number(String name, double byDefault) {
        return new Declaration<>(name, Type.DOUBLE, byDefault, value -> (Double) value);
    }

    /** Begins the declaration of a flag: true or false. */
    public static Declaration<Boolean> flag(String name, boolean byDefault) {
        return new Declaration<>(name, Type.BOOLEAN, byDefault, value -> (Boolean) value);
    }

    /** Begins the declaration of a secret, which no log and no message shows. */
    public static Declaration<Password> password(String name) {
        return new Declaration<>(name, Type.PASSWORD, null, value -> (Password) value).medium();
    }

    /** Begins the declaration of a list of texts, separated by commas. The default is an empty list. */
    @SuppressWarnings("unchecked") // Kafka parses lists of texts
    public static Declaration<List<String>> list(String name) {
        return new Declaration<>(name, Type.LIST, List.of(), value -> List.copyOf((List<String>) value));
    }

    /** Begins the declaration of one of the constants of an enum, in the spelling of {@link Spelling}, in any case. */
    public static <E extends Enum<E>> Declaration<E> choice(String name, E byDefault) {
        return choice(name, byDefault, List.copyOf(EnumSet.allOf(byDefault.getDeclaringClass())));
    }

    /**
     * Begins the declaration of one of the given constants of an enum, in the spelling of {@link Spelling}, in any
     * case.
     */
    public static <E extends Enum<E>> Declaration<E> choice(String name, E byDefault, List<E> choices) {
        return choice(
                        name,
                        Spelling.of(byDefault),
                        choices.stream().map(Spelling::of).toList())
                .as(text -> Spelling.constant(byDefault.getDeclaringClass(), text));
    }

    /**
     * Begins the declaration of one of the given texts, written in any case; a default of null makes the option
     * required.
     */
    public static Declaration<String> choice(String name, @Nullable String byDefault, List<String> choices) {
        Object value = byDefault == null ? ConfigDef.NO_DEFAULT_VALUE : byDefault;
        OneOf oneOf = new OneOf(choices);
        Declaration<String> declared =
                new Declaration<>(name, Type.STRING, value, given -> oneOf.spelled((String) given));
        declared.choices = List.copyOf(choices);
        return declared.check(oneOf);
    }

    /** Name of the option in a configuration. */
    public String name() {
        return name;
    }

    /** The same option under its name with a prefix, for a part whose options all begin with it. */
    public Option<T> withPrefix(String prefix) {
        return new Option<>(this, prefix);
    }

    /** The default as Kafka parses it; null if there is none. */
    public @Nullable Object defaultValue() {
        return defaultValue;
    }

    /**
     * The value in a configuration.
     *
     * @throws ConfigException if the option has no default and was not given; a caller that reads such an option checks
     *     this first
     */
    public T of(AbstractConfig config) {
        T value = orNull(config);
        if (value == null) {
            throw new ConfigException(name, null, "is needed");
        }
        return value;
    }

    /** The value in a configuration; null if the option has no default and was not given. */
    public @Nullable T orNull(AbstractConfig config) {
        Object value = parsed(config);
        return value == null ? null : reading.apply(value);
    }

    /** Reads by type, because {@link AbstractConfig#values} copies all values. */
    private @Nullable Object parsed(AbstractConfig config) {
        return switch (type) {
            case INT -> config.getInt(name);
            case SHORT -> config.getShort(name);
            case LONG -> config.getLong(name);
            case DOUBLE -> config.getDouble(name);
            case BOOLEAN -> config.getBoolean(name);
            case PASSWORD -> config.getPassword(name);
            case LIST -> config.getList(name);
            default -> config.getString(name);
        };
    }

    /**
     * The value among parsed values.
     *
     * @param values by name of the option, as Kafka parses them
     * @return null if the option was not given, or its value is wrong by itself
     */
    public @Nullable T in(Map<String, ?> values) {
        Object value = values.get(name);
        try {
            return value == null ? null : reading.apply(value);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    void define(ConfigDef def, String group, int order, Function<List<String>, ConfigDef.Recommender> recommender) {
        ConfigDef.Width width = type == Type.STRING && choices.isEmpty() ? ConfigDef.Width.LONG : ConfigDef.Width.SHORT;
        def.define(
                name,
                type,
                defaultValue,
                validator != null && defaultValue == null ? new IfGiven(validator) : validator,
                importance,
                doc,
                group,
                order,
                width,
                label,
                recommender.apply(choices));
    }

    /** The check of an option that may be left out. */
    private record IfGiven(Validator check) implements Validator {
        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value != null) {
                check.ensureValid(name, value);
            }
        }

        @Override
        public String toString() {
            return check.toString();
        }
    }

    /** The name, for messages. */
    @Override
    public String toString() {
        return name;
    }

    /**
     * An option that is being declared; {@link #doc} ends the declaration. Not thread-safe.
     *
     * @param <T> type of the value
     */
    public static final class Declaration<T> {
        private final String name;
        private final Type type;
        private final Function<Object, T> reading;
        private @Nullable Object defaultValue;
        private @Nullable Validator validator;
        private Importance importance = Importance.LOW;
        private String label;
        private List<String> choices = List.of();

        private Declaration(String name, Type type, @Nullable Object defaultValue, Function<Object, T> reading) {
            this.name = name;
            this.type = type;
            this.defaultValue = defaultValue;
            this.reading = reading;
            label = name;
        }

        /** Turns the parsed value into another type. To be called before all other methods of the declaration. */
        public <E> Declaration<E> as(Function<T, E> further) {
            Declaration<E> declared = new Declaration<>(name, type, defaultValue, reading.andThen(further));
            declared.validator = validator;
            declared.choices = choices;
            return declared;
        }

        /** Sets the default. */
        public Declaration<T> byDefault(T value) {
            defaultValue = value;
            return this;
        }

        /** Makes the option required. */
        public Declaration<T> required() {
            defaultValue = ConfigDef.NO_DEFAULT_VALUE;
            return this;
        }

        /** Sets the check of the value, in place of the check of the type; null allows every value of the type. */
        public Declaration<T> check(@Nullable Validator check) {
            validator = check;
            return this;
        }

        /** Sets the smallest value. */
        public Declaration<T> atLeast(Number least) {
            return check(ConfigDef.Range.atLeast(least));
        }

        /** Sets the smallest and the largest value. */
        public Declaration<T> between(Number least, Number most) {
            return check(ConfigDef.Range.between(least, most));
        }

        /** Sets high importance: most users set the option. Without such a call the importance is low. */
        public Declaration<T> high() {
            importance = Importance.HIGH;
            return this;
        }

        /** Sets medium importance: many users set the option. */
        public Declaration<T> medium() {
            importance = Importance.MEDIUM;
            return this;
        }

        /** Sets the option's name in user interfaces; the default is the name of the option. */
        public Declaration<T> label(String text) {
            label = text;
            return this;
        }

        /** Ends the declaration with the documentation of the option, in whole sentences. */
        public Option<T> doc(String text) {
            return new Option<>(this, text);
        }
    }
}
