package dev.velella.kit.options;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Writes constants as people write them in configurations, headers and commands: in lower case, with hyphens. */
public final class Spelling {
    private Spelling() {}

    /** The spelling of a constant: {@code DEAD_LETTER} becomes {@code dead-letter}. */
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
     * The constant with a spelling, in any case.
     *
     * @throws IllegalArgumentException if there is no such constant; the message names all spellings
     */
    public static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .filter(each -> of(each).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be one of " + String.join(", ", all(type)) + ", not " + text));
    }
}
