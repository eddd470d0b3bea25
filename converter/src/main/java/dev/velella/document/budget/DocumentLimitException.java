package dev.velella.document.budget;

/** A document needs more than a {@link ReadingLimits limit} allows. The message names the limit. */
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

    /**
     * An exception for one limit.
     *
     * @param reason names the limit and its value
     */
    public DocumentLimitException(Limit limit, String reason) {
        super(0, 0, reason, null);
        this.limit = limit;
    }

    /** The limit that was exceeded. */
    public Limit limit() {
        return limit;
    }
}
