package dev.velella.document;

/** A document costs more than a {@link ReadingLimits limit} allows. The message names the limit. */
public final class DocumentLimitException extends MalformedDocumentException {
    private static final long serialVersionUID = 1L;

    /** @param reason which limit, and what it is */
    public DocumentLimitException(String reason) {
        super(0, 0, reason, null);
    }
}
