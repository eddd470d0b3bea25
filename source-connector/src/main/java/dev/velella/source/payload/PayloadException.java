package dev.velella.source.payload;

import dev.velella.options.Spelling;
import org.jspecify.annotations.Nullable;

/** A payload that becomes no element. The message is one line, and says what to do where that is not plain. */
public final class PayloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of error it is. */
    public enum Reason {
        /** What the payload is, is not said or not known. */
        CONTENT_TYPE,
        /** It is larger than the limits. */
        TOO_LARGE,
        /** It is not what it is said to be. */
        MALFORMED,
        /** It builds on messages that did not come. */
        STATE,
        /** It has nothing that the key could be taken from. */
        KEY,
        /** It gives no topic of Kafka. */
        TOPIC,
        /** What it says to be its time is none. */
        TIME,
        /** It is not of the kind that elements are to be. */
        ELEMENT,
        /** It does not conform to the shapes. */
        SHAPES
    }

    private static final int SHOWN = 200;
    private static final int LONGEST = 1000;

    private final Reason reason;
    private final @Nullable String report;

    public PayloadException(Reason reason, String message) {
        this(reason, message, null);
    }

    public PayloadException(Reason reason, String message, @Nullable Throwable cause) {
        super(oneLine(message), shortened(cause));
        this.reason = reason;
        report = null;
    }

    /**
     * It does not conform to the shapes.
     *
     * @param report what is wrong, in Turtle
     */
    PayloadException(String message, String report) {
        super(oneLine(message));
        reason = Reason.SHAPES;
        this.report = report;
    }

    /** Messages of causes go into logs too: one that quotes the payload is left out, with its trace kept. */
    private static @Nullable Throwable shortened(@Nullable Throwable cause) {
        if (cause == null) {
            return null;
        }
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).length() > LONGEST) {
                Throwable kept = new IllegalArgumentException(
                        cause.getClass().getName() + ": " + oneLine(String.valueOf(cause.getMessage())));
                kept.setStackTrace(cause.getStackTrace());
                return kept;
            }
        }
        return cause;
    }

    /** What a reader did not foresee of a payload; the error is the payload's all the same. */
    public static PayloadException unexpected(Throwable failure) {
        return new PayloadException(Reason.MALFORMED, "it cannot be read: " + failure.toString(), failure);
    }

    /** What the validator says; null where it was not asked. */
    public @Nullable String report() {
        return report;
    }

    /** What kind of error it is, as headers spell it. */
    public String reason() {
        return Spelling.of(reason);
    }

    /** The begin of a text that others chose, for a message. */
    public static String shown(String text) {
        String line = oneLine(text);
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }

    /** Messages of parsers quote the payload, which may hold anything and be of any length. */
    private static String oneLine(String text) {
        String begin = text.length() <= 4 * LONGEST ? text : text.substring(0, 4 * LONGEST);
        String line = begin.strip()
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
