package dev.velella.source.payload;

import dev.velella.kit.options.Spelling;
import dev.velella.letter.LetterForm;
import dev.velella.letter.LetterHeaders;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * Adds the headers of a source's dead letters. Each header is written under two names: the name that all parts use
 * ({@link LetterHeaders}), and the older name {@code error.…} that only sources had, because consumers may filter by
 * it. Stateless and thread-safe.
 */
public final class RefusalHeaders {
    private static final String OLD = "error.";

    private RefusalHeaders() {}

    /** Adds the reason of the refusal, and the form of the dead letter's value, provided that the value is not cut. */
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

    /** Adds the number of messages of the same topic that were left out since the last dead letter. */
    public static void addLeftOut(ConnectHeaders headers, long messages) {
        headers.addString(LetterHeaders.LEFT_OUT, Long.toString(messages));
        headers.addString(OLD + "left.out", Long.toString(messages));
    }

    /** Adds the information that the value is cut, and the number of bytes of the whole payload. */
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
