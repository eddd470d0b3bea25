package dev.velella.topic.show;

import dev.velella.convert.TextLines;
import dev.velella.keyframe.FrameResult;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tells before a record is written whether all of it can be. */
final class DecodedText {
    private DecodedText() {}

    /** Why the data have no spelling in text; null if they have one. */
    static @Nullable String problem(FrameResult.Decoded decoded) throws IOException {
        try {
            write(decoded, line -> {});
            return null;
        } catch (IllegalArgumentException e) {
            return "the data have no spelling in text: " + e.getMessage();
        }
    }

    /** The lines of a graph or a patch, as {@link TextLines} makes them. */
    static void write(FrameResult.Decoded decoded, TextLines.Lines lines) throws IOException {
        if (decoded instanceof FrameResult.Graph graph) {
            TextLines.of(graph.graph(), lines);
        } else if (decoded instanceof FrameResult.Patch patch) {
            TextLines.of(patch.patch(), lines);
        }
    }
}
