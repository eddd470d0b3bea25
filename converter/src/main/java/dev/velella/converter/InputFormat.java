package dev.velella.converter;

import dev.velella.document.format.DocumentFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What text and bytes of another source are (option {@code rdf.input.format}).
 *
 * @param accepted whether they are taken at all
 * @param format of all of them; null where the record's media type says it
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
