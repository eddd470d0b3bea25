package dev.velella.diff;

import dev.velella.graph.UnfitElementException;

/** An element that is refused for another reason than what it says. */
final class RefusedElementException extends UnfitElementException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;

    RefusedElementException(RefusalReason kind, String reason) {
        super(reason);
        this.kind = kind;
    }

    RefusedElementException(RefusalReason kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    RefusalReason kind() {
        return kind;
    }
}
