package dev.velella.diff;

/** An element that cannot become the state of its stream; the message says why and which setting decides it. */
public final class UnfitElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;

    /** The element itself is the reason. */
    UnfitElementException(String reason) {
        this(RefusalReason.UNFIT, reason);
    }

    UnfitElementException(RefusalReason kind, String reason) {
        super(reason);
        this.kind = kind;
    }

    UnfitElementException(RefusalReason kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    RefusalReason kind() {
        return kind;
    }
}
