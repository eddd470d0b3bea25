package dev.velella.jelly.format;

/** A frame with more statements than {@link Limits#maxStatements}. The decoder made no statements above the limit. */
public final class JellyLimitException extends MalformedJellyException {
    private static final long serialVersionUID = 1L;

    public JellyLimitException(long frame, int row, int offset, String reason) {
        super(frame, row, offset, reason);
    }
}
