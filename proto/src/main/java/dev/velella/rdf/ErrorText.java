package dev.velella.rdf;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Limits texts of errors, which often repeat data from unknown senders. The result is on one line and has a limited
 * length, so that a log, a header of a dead letter and a status of a task can hold it. A text that is too long keeps
 * its beginning and its end, and tells how many characters are left out. Stateless and thread-safe.
 */
public final class ErrorText {
    /** Most characters of a message; each has at most three bytes. */
    public static final int MESSAGE_CHARACTERS = 1_000;

    /** Most characters of a line of a log, which names a place and holds a message; fewer than 4096 bytes. */
    public static final int LINE_CHARACTERS = 1_300;

    /** Most characters of a name in a message, such as a key. */
    public static final int NAME_CHARACTERS = 200;

    private static final int MOST_CAUSES = 10;

    private ErrorText() {}

    /** Limits a message; null becomes the text {@code null}. */
    public static String message(@Nullable String text) {
        return bounded(String.valueOf(text), MESSAGE_CHARACTERS);
    }

    /** Limits a line of a log; null becomes the text {@code null}. */
    public static String line(@Nullable String text) {
        return bounded(String.valueOf(text), LINE_CHARACTERS);
    }

    /** Limits a name in a message; null becomes the text {@code null}. */
    public static String name(@Nullable Object name) {
        return bounded(String.valueOf(name), NAME_CHARACTERS);
    }

    /**
     * Limits an exception, for logs that show its causes too. If all messages are short enough, the result is the same
     * object. If not, it is a copy with limited messages, the names of the classes and the same stack traces.
     */
    public static Throwable bounded(Throwable thrown) {
        int causes = 0;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String text = cause.getMessage();
            causes++;
            if (causes > MOST_CAUSES
                    || cause.getSuppressed().length > 0
                    || (text != null && !text.equals(bounded(text, LINE_CHARACTERS)))) {
                return copy(thrown, 0);
            }
        }
        return thrown;
    }

    private static Throwable copy(Throwable thrown, int depth) {
        Throwable cause = thrown.getCause();
        return new Described(
                line(thrown.toString()),
                cause == null || depth == MOST_CAUSES ? null : copy(cause, depth + 1),
                thrown.getStackTrace());
    }

    /** The copy of an exception. */
    private static final class Described extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Described(String text, @Nullable Throwable cause, StackTraceElement[] trace) {
            super(text, cause, false, true);
            setStackTrace(trace);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private static String bounded(String text, int most) {
        if (text.length() <= most) {
            return onOneLine(text, most);
        }
        String note = " … (" + (text.length() - most) + " characters) … ";
        int tail = (most - note.length()) / 4;
        int head = most - note.length() - tail;
        return onOneLine(text.substring(0, head), head) + note + onOneLine(text.substring(text.length() - tail), tail);
    }

    /**
     * Replaces control characters, with which a text could look like several lines; and half surrogate pairs, which
     * have no bytes.
     */
    private static String onOneLine(String text, int most) {
        boolean isClean = true;
        for (int i = 0; i < text.length() && isClean; i++) {
            isClean = isClean(text, i);
        }
        if (isClean) {
            return text;
        }
        StringBuilder clean = new StringBuilder();
        for (int i = 0; i < text.length() && clean.length() < most; i++) {
            char c = text.charAt(i);
            if (isClean(text, i)) {
                clean.append(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                clean.append(' ');
            } else {
                clean.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        if (clean.length() > most) {
            clean.setLength(most);
        }
        return clean.toString();
    }

    private static boolean isClean(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        } else if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        return !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
    }
}
