package dev.velella.lift;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import org.jspecify.annotations.Nullable;

/** Thrown for a payload that does not become an element. The message is one line, with advice where it is needed. */
public final class PayloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason kind;
    private final @Nullable String report;

    public PayloadException(RefusalReason kind, String message) {
        this(kind, message, null);
    }

    public PayloadException(RefusalReason kind, String message, @Nullable Throwable cause) {
        // The text is bounded, because parsers quote the payload in their messages, and messages go into logs too.
        super(ErrorText.message(message.strip()), cause == null ? null : ErrorText.bounded(cause));
        this.kind = kind;
        report = null;
    }

    /**
     * Creates the exception of a payload that does not conform to the shapes.
     *
     * @param report report of the validation, in Turtle
     */
    public PayloadException(String message, String report) {
        super(ErrorText.message(message.strip()));
        kind = RefusalReason.SHAPES;
        this.report = report;
    }

    /** Creates the exception of an error that a reader did not expect. The cause is in the payload all the same. */
    public static PayloadException unexpected(Throwable failure) {
        return new PayloadException(RefusalReason.UNDECODABLE, "it cannot be read: " + failure.toString(), failure);
    }

    /** The report of the validator; null if the validator was not asked. */
    public @Nullable String report() {
        return report;
    }

    /** The reason of the refusal. */
    public RefusalReason kind() {
        return kind;
    }
}
