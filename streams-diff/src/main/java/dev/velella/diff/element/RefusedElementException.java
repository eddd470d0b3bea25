package dev.velella.diff.element;

import dev.velella.graph.UnfitElementException;
import dev.velella.letter.RefusalReason;

/** An element that is refused for another reason than what it says. */
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
