package dev.velella.kit.http.message;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of an answer, which is written piece by piece. It holds little memory between two pieces, so that a slow client
 * costs little. One thread at a time uses it; not always the same thread.
 */
public interface Content extends AutoCloseable {

    /** How a piece left the content. */
    enum Progress {
        /** There may be more at once. */
        MORE,
        /** There is nothing more at the moment; the content goes on later. */
        LATER,
        /** The content is complete. */
        END
    }

    /**
     * Writes the next piece: one graph, patch or the like.
     *
     * @throws IOException if the content cannot be completed
     */
    Progress write(OutputStream out) throws IOException;

    /** Gives back what the content holds, whether it is complete or not. May be called again. */
    @Override
    void close();
}
