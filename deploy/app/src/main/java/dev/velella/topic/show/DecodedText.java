package dev.velella.topic.show;

import dev.velella.convert.TextLines;
import dev.velella.rdf.StreamElement;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tells before a record is written whether all of it can be. */
final class DecodedText {
    private DecodedText() {}

    /** Why the data have no spelling in text; null if they have one. */
    static @Nullable String problem(StreamElement element) throws IOException {
        try {
            TextLines.of(element, line -> {});
            return null;
        } catch (IllegalArgumentException e) {
            return "the data have no spelling in text: " + e.getMessage();
        }
    }
}
