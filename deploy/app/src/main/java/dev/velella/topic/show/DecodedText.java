package dev.velella.topic.show;

import dev.velella.convert.TextLines;
import dev.velella.rdf.StreamElement;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds out, before a record is written, whether all its data can be written as text. */
final class DecodedText {
    private DecodedText() {}

    /** The reason why the data have no spelling in text; null if they have one. */
    static @Nullable String problem(StreamElement element) throws IOException {
        try {
            TextLines.of(element, line -> {});
            return null;
        } catch (IllegalArgumentException e) {
            return "the data cannot be written as text: " + e.getMessage();
        }
    }
}
