package dev.velella.source.payload;

import dev.velella.letter.LetterForm;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.RefusalReason;
import dev.velella.options.Spelling;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * Adds the headers of a source's dead letters: under the names that all parts use ({@link LetterHeaders}), and under the names
 * {@code error.…} that only sources had before, because consumers may filter by them. Stateless and thread-safe.
 */
public final class RefusalHeaders {
    private static final String OLD = "error.";

    private RefusalHeaders() {}

    /** Says why a message is refused, and what the value of its dead letter is unless it is cut. */
    public static void add(ConnectHeaders headers, PayloadException why, LetterForm form) {
        LetterHeaders.of(why.kind(), why).forEach(headers::addString);
        headers.addString(LetterHeaders.VALUE, Spelling.of(form));
        headers.addString(OLD + "reason", oldReason(why.kind()));
        headers.addString(OLD + "message", String.valueOf(why.getMessage()));
        String report = why.report();
        if (report != null) {
            headers.addString(LetterHeaders.REPORT, report);
            headers.addString(OLD + "report", report);
        }
    }

    /** Says how many messages of the same topic were left out since the dead letter before. */
    public static void addLeftOut(ConnectHeaders headers, long messages) {
        headers.addString(LetterHeaders.LEFT_OUT, Long.toString(messages));
        headers.addString(OLD + "left.out", Long.toString(messages));
    }

    /** Says that the value is cut, and how many bytes the payload had. */
    public static void addCut(ConnectHeaders headers, int payloadBytes) {
        headers.remove(LetterHeaders.VALUE);
        headers.addString(LetterHeaders.VALUE, Spelling.of(LetterForm.CUT));
        headers.addString(LetterHeaders.VALUE_BYTES, Integer.toString(payloadBytes));
        headers.addString(OLD + "payload.bytes", Integer.toString(payloadBytes));
    }

    private static String oldReason(RefusalReason reason) {
        return switch (reason) {
            case UNDECODABLE, UNWRITABLE -> "malformed";
            case MISSING_STATE -> "state";
            case UNFIT -> "element";
            case FUTURE -> "time";
            default -> Spelling.of(reason);
        };
    }
}
