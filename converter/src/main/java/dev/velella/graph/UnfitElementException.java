package dev.velella.graph;

import dev.velella.rdf.ErrorText;
import org.jspecify.annotations.Nullable;

/**
 * An element that cannot become the state of its stream. The message says why, and names the setting that decides it.
 */
public class UnfitElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnfitElementException(String reason) {
        super(ErrorText.message(reason));
    }

    /**
     * An exception with a cause.
     *
     * @param cause null if there is none
     */
    protected UnfitElementException(String reason, @Nullable Throwable cause) {
        super(ErrorText.message(reason), cause == null ? null : ErrorText.bounded(cause));
    }
}
