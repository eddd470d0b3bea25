package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadReplacementsTest {
    @Test
    void grantsSoManyInAWindowAndMoreWhenItHasPassed() {
        ThreadReplacements replacements = new ThreadReplacements(2, Duration.ofNanos(100));
        assertThat(replacements.next(-5)).hasValue(0);
        assertThat(replacements.next(10)).hasValue(1_000);
        assertThat(replacements.next(95)).isEmpty();
        assertThat(replacements.next(96)).hasValue(1_000);
        assertThat(replacements.next(97)).isEmpty();
    }

    /** A dictionary topic that is away for two minutes must not end the app. */
    @Test
    void waitsLongerEachTime() {
        ThreadReplacements replacements = new ThreadReplacements(10, Duration.ofMinutes(10));
        assertThat(IntStream.range(0, 10)
                        .mapToLong(number -> replacements.next(0).orElseThrow()))
                .containsExactly(0L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L, 60_000L);
    }
}
