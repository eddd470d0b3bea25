package dev.velella.view.answer;

import org.eclipse.rdf4j.query.QueryInterruptedException;

/** A view has no answer for the graph of a stream. The answer before it stays. */
public final class AnswerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What went wrong. */
    public enum Reason {
        /** The answer took longer than the view's {@code timeout.ms}. */
        TIMEOUT,
        /** The answer has more than the view's {@code max.rows}. */
        TOO_MANY_ROWS,
        /** A value does not fit the type of its column. */
        COLUMN_TYPE,
        /** The engine cannot evaluate the query for this graph. */
        EVALUATION,
        /** Two rows have one key. */
        KEY_NOT_UNIQUE,
        /** A row has no value for a variable of the key. */
        KEY_UNBOUND,
        /** A row has a blank node in its key. */
        KEY_BLANK;

        /** Whether the definition itself is wrong, so that the view is refused from here on. */
        public boolean refusesView() {
            return this == KEY_NOT_UNIQUE || this == KEY_UNBOUND || this == KEY_BLANK;
        }
    }

    private final Reason reason;

    /** @param why one sentence without the name of the view */
    public AnswerFailedException(Reason reason, String view, String why) {
        super("view " + view + ": " + why + " (" + reason + ")");
        this.reason = reason;
    }

    /** @param why one sentence without the name of the view */
    public AnswerFailedException(Reason reason, String view, String why, Throwable cause) {
        super("view " + view + ": " + why + " (" + reason + ")", cause);
        this.reason = reason;
    }

    /**
     * The failure for whatever an evaluation has thrown; one that is a failure already stays as it is.
     *
     * @param timeoutMs the view's time for an answer, in ms
     * @param what what was evaluated, such as {@code the query}
     */
    public static AnswerFailedException of(Throwable thrown, String view, long timeoutMs, String what) {
        if (thrown instanceof AnswerFailedException failed) {
            return failed;
        }
        return thrown instanceof QueryInterruptedException
                ? new AnswerFailedException(
                        Reason.TIMEOUT, view, "the answer took longer than " + timeoutMs + " ms (timeout.ms)", thrown)
                : new AnswerFailedException(
                        Reason.EVALUATION,
                        view,
                        what + " cannot be evaluated for this graph: " + thrown.getMessage(),
                        thrown);
    }

    public Reason reason() {
        return reason;
    }
}
