package dev.velella.cli;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Constants as they are spelled on the command line: in lower case, with hyphens. */
final class Spelling {
    private Spelling() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The constant of a spelling, in any case.
     *
     * @throws TypeConversionException if there is none; the message names all
     */
    static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Stream.of(Objects.requireNonNull(type.getEnumConstants()))
                .filter(each -> of(each).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be one of "
                        + Stream.of(Objects.requireNonNull(type.getEnumConstants()))
                                .map(Spelling::of)
                                .collect(Collectors.joining(", "))
                        + ", not " + text));
    }
}
