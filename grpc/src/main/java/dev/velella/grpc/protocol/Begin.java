package dev.velella.grpc.protocol;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Where a subscription begins. */
public sealed interface Begin {
    /** At the first record of each partition. */
    record Beginning() implements Begin {}

    /** At the end of each partition, as it is when the subscription begins. */
    record Latest() implements Begin {}

    /**
     * At the first record with this timestamp or a later one; at the end if there is none.
     *
     * @param ms in ms since 1970
     */
    record Time(long ms) implements Begin {}

    /** At the offset of each partition; a partition that is not named begins at its first record. */
    record Offsets(Positions positions) implements Begin {}

    /**
     * Reads {@code latest}, {@code beginning}, {@code time:2026-11-25T12:00:00Z}, {@code time:1795608000000} or
     * {@code offsets:0=17,1=4}.
     *
     * @throws IllegalArgumentException if the text is none of them; the message is one line
     */
    static Begin parse(String text) {
        if (text.equals("latest")) {
            return new Latest();
        } else if (text.equals("beginning")) {
            return new Beginning();
        } else if (text.startsWith("offsets:")) {
            return new Offsets(Positions.parse(text.substring("offsets:".length())));
        } else if (text.startsWith("time:")) {
            return new Time(ms(text.substring("time:".length())));
        }
        throw new IllegalArgumentException("must be latest, beginning, time:... or offsets:..., not " + text);
    }

    private static long ms(String time) {
        try {
            return time.matches("[0-9]{1,15}")
                    ? Long.parseLong(time)
                    : Instant.parse(time).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "must have a time such as 2026-11-25T12:00:00Z, or in ms since 1970, not " + time, e);
        }
    }
}
