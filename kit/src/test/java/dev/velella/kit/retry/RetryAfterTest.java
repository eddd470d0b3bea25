package dev.velella.kit.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-22T02:00:00Z");

    @Test
    void isSecondsOrADate() {
        assertThat(RetryAfter.of("120", NOW)).isEqualTo(Duration.ofSeconds(120));
        assertThat(RetryAfter.of("Sun, 22 Nov 2026 02:00:30 GMT", NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(RetryAfter.of("Sun, 22 Nov 2026 01:00:00 GMT", NOW)).isZero();
        assertThat(RetryAfter.of("soon", NOW)).isZero();
        assertThat(RetryAfter.of("-1", NOW)).isZero();
        assertThat(RetryAfter.of(null, NOW)).isZero();
        assertThat(RetryAfter.of(" 7 ", NOW)).isEqualTo(Duration.ofSeconds(7));
    }
}
