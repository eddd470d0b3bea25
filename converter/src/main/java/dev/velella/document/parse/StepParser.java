package dev.velella.document.parse;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text in steps, so that its caller can stop between them and go on later. What a step has read goes to the
 * parser's handler before it returns. Not thread-safe.
 */
interface StepParser {
    /**
     * Begins a text. Reads nothing yet.
     *
     * @param base base against which relative IRIs are resolved; null if they are errors
     */
    void begin(Reader in, @Nullable String base);

    /**
     * Reads the next part: a statement, a directive or a line. In a log a step never reads beyond the end of a message.
     *
     * @return false if the text has ended
     */
    boolean step() throws IOException;

    /** Number of characters of the text that were used so far. */
    long characters();
}
