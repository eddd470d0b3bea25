package dev.velella.diff.element;

import dev.velella.graph.UnfitElementException;
import dev.velella.letter.RefusalReason;

/** Thrown when an element is refused for a reason outside its content, such as its headers, its key or its size. */
public final class RefusedElementException extends UnfitElementException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;

    public RefusedElementException(RefusalReason kind, String reason) {
        super(reason);
        this.kind = kind;
    }

    public RefusedElementException(RefusalReason kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    public RefusalReason kind() {
        return kind;
    }
}
