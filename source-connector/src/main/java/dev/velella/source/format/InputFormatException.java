package dev.velella.source.format;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Thrown for an input file that cannot be read: the file is missing, of an unknown format, truncated, not RDF, or above
 * a limit. The message is one line, {@code FILE: PLACE: REASON}.
 */
public final class InputFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Puts the message together; line breaks in its parts are escaped.
     *
     * @param file the file, as the user named it
     * @param place entry, line or frame; empty if the reader reached none
     * @param reason the problem and, if possible, the remedy
     */
    public InputFormatException(Path file, String place, String reason) {
        super(oneLine(file + ": " + (place.isEmpty() ? "" : place + ": ") + reason));
    }

    /** An exception with a cause. */
    public InputFormatException(Path file, String place, String reason, Throwable cause) {
        this(file, place, reason);
        initCause(cause);
    }

    /** The reason why the bytes of a file cannot be read. */
    public static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof EOFException
                || message.startsWith("Truncated ")
                || message.equalsIgnoreCase("unexpected end of stream")) {
            return "ends too early; the file is truncated";
        }
        return e instanceof CharacterCodingException ? "is not UTF-8 text" : reason((Throwable) e);
    }

    /** The message of an exception. If it has none, or only the name of the file: the kind of the exception. */
    public static String reason(Throwable e) {
        String message = e.getMessage();
        String kind = e.getClass().getSimpleName();
        if (message == null) {
            return kind;
        }
        return e instanceof FileSystemException named && named.getReason() == null ? kind + ": " + message : message;
    }

    /** Escapes line breaks: entry names and parser messages quote the input, which may hold any character. */
    private static String oneLine(String text) {
        return text.strip()
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
    }
}
