package dev.velella.diff;

/** An element that cannot become the state of its stream; the message says why and which setting decides it. */
public final class UnfitElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfitElementException(String reason) {
        super(reason);
    }

    UnfitElementException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
