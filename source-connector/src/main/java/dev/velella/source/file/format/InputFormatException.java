package dev.velella.source.file.format;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * An input file that cannot be read: missing, of an unknown format, truncated, not RDF, or above a limit. The message is
 * one line, {@code FILE: PLACE: REASON}.
 */
public final class InputFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Puts the message together; line breaks in its parts are escaped.
     *
     * @param file as the user named it
     * @param place entry, line or frame; empty where none was reached
     * @param reason what is wrong and, where it helps, what to do
     */
    public InputFormatException(Path file, String place, String reason) {
        super(oneLine(file + ": " + (place.isEmpty() ? "" : place + ": ") + reason));
    }

    InputFormatException(Path file, String place, String reason, Throwable cause) {
        this(file, place, reason);
        initCause(cause);
    }

    /** What an exception says; its kind where it says nothing, or only which file it is about. */
    static String reason(Throwable e) {
        String message = e.getMessage();
        String kind = e.getClass().getSimpleName();
        if (message == null) {
            return kind;
        }
        return e instanceof FileSystemException named && named.getReason() == null ? kind + ": " + message : message;
    }

    /** Entry names and parser messages quote the input, which may hold anything. */
    private static String oneLine(String text) {
        return text.strip()
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
    }
}
