package dev.velella.converter;

import dev.velella.document.format.DocumentFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Format of text and bytes from a source that is not Velella's (option {@code rdf.input.format}).
 *
 * @param accepted whether text and bytes are taken at all
 * @param format format of all values; null if the media type of each record names its format
 */
record InputFormat(boolean accepted, @Nullable DocumentFormat format) {
    /** Names of the values, as they stand in the option. */
    static List<String> names() {
        List<String> names = new ArrayList<>(List.of("none", "auto"));
        for (DocumentFormat format : DocumentFormat.values()) {
            names.add(format.id());
        }
        return names;
    }

    /** @param name one of {@link #names} */
    static InputFormat of(String name) {
        return switch (name) {
            case "none" -> new InputFormat(false, null);
            case "auto" -> new InputFormat(true, null);
            default -> new InputFormat(true, DocumentFormat.ofId(name).orElseThrow());
        };
    }
}
