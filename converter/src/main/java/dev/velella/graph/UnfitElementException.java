package dev.velella.graph;

import dev.velella.rdf.ErrorText;
import org.jspecify.annotations.Nullable;

/** An element that cannot become the state of its stream; the message says why and which setting decides it. */
public class UnfitElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnfitElementException(String reason) {
        super(ErrorText.message(reason));
    }

    /** @param cause null for none */
    protected UnfitElementException(String reason, @Nullable Throwable cause) {
        super(ErrorText.message(reason), cause == null ? null : ErrorText.bounded(cause));
    }
}
