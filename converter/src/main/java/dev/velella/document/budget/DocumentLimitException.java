package dev.velella.document.budget;

/** A document costs more than a {@link ReadingLimits limit} allows. The message names the limit. */
public final class DocumentLimitException extends MalformedDocumentException {
    private static final long serialVersionUID = 1L;

    private final Limit limit;

    /** The limits, by the components of {@link ReadingLimits}. */
    public enum Limit {
        BYTES,
        STATEMENTS,
        CHARACTERS,
        DEPTH,
        DIGITS,
        TIME
    }

    /** @param reason which limit, and what it is */
    public DocumentLimitException(Limit limit, String reason) {
        super(0, 0, reason, null);
        this.limit = limit;
    }

    /** The limit that does not allow it. */
    public Limit limit() {
        return limit;
    }
}
