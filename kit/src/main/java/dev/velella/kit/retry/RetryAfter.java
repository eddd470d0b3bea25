package dev.velella.kit.retry;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} of HTTP: seconds, or a date (RFC 9110, section 10.2.3). Stateless and thread-safe. */
public final class RetryAfter {
    /** Name of the header. */
    public static final String HEADER = "Retry-After";

    private RetryAfter() {}

    /**
     * The wait that a server asks for; zero if it asks for none, or if the form is not known.
     *
     * @param value of the header; null if there is none
     */
    public static Duration of(@Nullable String value, Instant now) {
        try {
            String text = value == null ? "" : value.strip();
            if (text.isEmpty()) {
                return Duration.ZERO;
            } else if (text.matches("[0-9]{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(text));
            }
            Duration wait = Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
