package dev.velella.document.budget;

import dev.velella.rdf.ErrorText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A document that cannot be read, because it does not follow its format, holds a term that RDF4J cannot represent,
 * refers to something outside of the document, or is above a limit. The message names the place, if the parser knows
 * it.
 */
public class MalformedDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final long column;
    private final String reason;

    /**
     * An exception at a place in the document.
     *
     * @param line counted from 1; 0 or less if it is not known
     * @param column counted from 1; 0 or less if it is not known
     * @param reason the problem, without the place
     */
    public MalformedDocumentException(long line, long column, String reason, @Nullable Throwable cause) {
        super(at(line, column, ErrorText.message(reason)), cause == null ? null : ErrorText.bounded(cause));
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    /**
     * The same exception for a text that is a part of a longer one.
     *
     * @param lines lines of the longer text before this one
     */
    public MalformedDocumentException after(long lines) {
        return line <= 0
                ? this
                : new MalformedDocumentException(lines + line, column, reason, getCause() == null ? this : getCause());
    }

    /**
     * The same exception for a text that is one line of a longer one.
     *
     * @param number the line, counted from 1
     */
    public MalformedDocumentException onLine(long number) {
        return line > 0
                ? after(number - 1)
                : new MalformedDocumentException(number, 0, reason, getCause() == null ? this : getCause());
    }

    private static String at(long line, long column, String reason) {
        if (line <= 0) {
            return reason;
        }
        return column <= 0 ? "line " + line + ": " + reason : "line " + line + ", column " + column + ": " + reason;
    }

    /** The reason of an exception, without the place that the parser has put behind it. */
    public static String reason(Exception e) {
        String message = e.getMessage() == null ? "malformed" : e.getMessage();
        int place = message.toLowerCase(Locale.ROOT).lastIndexOf(" [line ");
        return place < 0 ? message : message.substring(0, place).strip();
    }
}
