package dev.velella.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Constants as people write them in configurations, headers and commands: in lower case, with hyphens. */
public final class Spelling {
    private Spelling() {}

    /** {@code DEAD_LETTER} is {@code dead-letter}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The spellings of all constants of a type, in their order. */
    public static List<String> all(Class<? extends Enum<?>> type) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .map(Spelling::of)
                .toList();
    }

    /**
     * The constant of a spelling, in any case.
     *
     * @throws IllegalArgumentException if there is none; the message names all
     */
    public static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .filter(each -> of(each).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be one of " + String.join(", ", all(type)) + ", not " + text));
    }
}
