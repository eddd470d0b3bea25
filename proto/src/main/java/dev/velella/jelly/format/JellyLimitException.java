package dev.velella.jelly.format;

/** A frame with more statements than {@link Limits#maxStatements}; no more of them were made. */
public final class JellyLimitException extends MalformedJellyException {
    private static final long serialVersionUID = 1L;

    public JellyLimitException(long frame, int row, int offset, String reason) {
        super(frame, row, offset, reason);
    }
}
