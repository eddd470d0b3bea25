package dev.velella.source.payload;

import dev.velella.options.Spelling;

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
        /** What it says to be its time is none. */
        TIME
    }

    private final Reason reason;

    public PayloadException(Reason reason, String message) {
        this(reason, message, null);
    }

    public PayloadException(Reason reason, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(oneLine(message), cause);
        this.reason = reason;
    }

    /** What kind of error it is, as headers spell it. */
    public String reason() {
        return Spelling.of(reason);
    }

    /** Messages of parsers quote the payload, which may hold anything and be of any length. */
    private static String oneLine(String text) {
        String line = text.strip()
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
        return line.length() <= 1000 ? line : line.substring(0, 1000) + "…";
    }
}
