package dev.velella.source.payload;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import org.jspecify.annotations.Nullable;

/** A payload that becomes no element. The message is one line, and says what to do where that is not plain. */
public final class PayloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;
    private final @Nullable String report;

    public PayloadException(RefusalReason kind, String message) {
        this(kind, message, null);
    }

    public PayloadException(RefusalReason kind, String message, @Nullable Throwable cause) {
        // Parsers quote the payload in their messages, which go into logs too.
        super(ErrorText.message(message.strip()), cause == null ? null : ErrorText.bounded(cause));
        this.kind = kind;
        report = null;
    }

    /**
     * It does not conform to the shapes.
     *
     * @param report what is wrong, in Turtle
     */
    PayloadException(String message, String report) {
        super(ErrorText.message(message.strip()));
        kind = RefusalReason.SHAPES;
        this.report = report;
    }

    /** What a reader did not foresee of a payload; the error is the payload's all the same. */
    public static PayloadException unexpected(Throwable failure) {
        return new PayloadException(RefusalReason.UNDECODABLE, "it cannot be read: " + failure.toString(), failure);
    }

    /** What the validator says; null where it was not asked. */
    public @Nullable String report() {
        return report;
    }

    /** What kind of error it is. */
    public RefusalReason kind() {
        return kind;
    }
}
