package dev.velella.convert;

import java.util.Locale;
import org.eclipse.rdf4j.rio.RDFParseException;

/** How places in text files are spelled in messages. */
final class Places {
    private Places() {}

    /** Line and column, as far as they are known (above 0), before the reason. */
    static String at(long line, long column, String reason) {
        if (line <= 0) {
            return reason;
        }
        return column <= 0 ? "line " + line + ": " + reason : "line " + line + ", column " + column + ": " + reason;
    }

    /** What is wrong, without the place that the parser has put behind it. */
    static String reason(RDFParseException e) {
        String message = e.getMessage() == null ? "malformed" : e.getMessage();
        int place = message.toLowerCase(Locale.ROOT).lastIndexOf(" [line ");
        return place < 0 ? message : message.substring(0, place).strip();
    }
}
