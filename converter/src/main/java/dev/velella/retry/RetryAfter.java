package dev.velella.sink.remote;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.apache.http.Header;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpResponse;

/** The header {@code Retry-After}: seconds, or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private RetryAfter() {}

    /** The wait that a server asks for; zero where it asks for none, or not in a known form. */
    static Duration of(HttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        return header == null || header.getValue() == null
                ? Duration.ZERO
                : parse(header.getValue().strip(), Instant.now());
    }

    static Duration parse(String value, Instant now) {
        try {
            if (value.matches("[0-9]{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(value));
            }
            Duration wait = Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from));
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
