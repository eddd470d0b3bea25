package dev.velella.cli;

import dev.velella.log.asof.Moment;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads moments and times as users write them. Stateless. */
final class MomentText {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
    private static final Pattern PLACE = Pattern.compile("([0-9]{1,9}):([0-9]{1,18})");

    private MomentText() {}

    /** A time in ms since 1970, UTC if the text names no zone; empty if the text is no time. */
    static Optional<Long> time(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            // The text may lack a time zone; the next format allows that.
        }
        try {
            return Optional.of(
                    LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** A moment from a time; empty if the text is no time. */
    static Optional<Moment> timeMoment(String text, boolean byEvent) {
        return time(text).map(ms -> byEvent ? new Moment.EventTime(ms) : new Moment.RecordTime(ms));
    }

    /** The last moment of the log. */
    static Moment latest() {
        return new Moment.RecordTime(Long.MAX_VALUE);
    }

    /** Offsets {@code P:O,...}, or {@code latest}; empty if the text is neither. */
    static Optional<Moment> offsets(String text) {
        if (text.equals("latest")) {
            return Optional.of(latest());
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PLACE.matcher(part);
            if (!matcher.matches()
                    || offsets.put(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2))) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new Moment.Offsets(offsets));
    }

    /** The number of a patch; empty if the text is none. */
    static Optional<Long> number(String text) {
        return NUMBER.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }
}
