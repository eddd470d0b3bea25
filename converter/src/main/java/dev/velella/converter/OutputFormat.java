package dev.velella.converter;

import dev.velella.document.format.DocumentFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form in which sinks get graphs and patches (option {@code rdf.output.format}). */
public enum OutputFormat {
    STRUCT("struct", null),
    N_QUADS("n-quads", DocumentFormat.N_QUADS),
    JSON_LD("json-ld", DocumentFormat.JSON_LD),
    TURTLE("turtle", DocumentFormat.TURTLE),
    JELLY("jelly", null);

    private final String id;
    private final @Nullable DocumentFormat text;

    OutputFormat(String id, @Nullable DocumentFormat text) {
        this.id = id;
        this.text = text;
    }

    /** The text format of graphs; null if the output is not text. */
    @Nullable
    DocumentFormat text() {
        return text;
    }

    /** Names of the values, as they stand in the option; two of them may also be written without the hyphen. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (OutputFormat format : values()) {
            names.add(format.id);
            if (format.id.contains("-")) {
                names.add(format.id.replace("-", ""));
            }
        }
        return names;
    }

    /** @param name one of {@link #names} */
    static OutputFormat of(String name) {
        return Arrays.stream(values())
                .filter(format ->
                        format.id.equals(name) || format.id.replace("-", "").equals(name))
                .findFirst()
                .orElseThrow();
    }
}
