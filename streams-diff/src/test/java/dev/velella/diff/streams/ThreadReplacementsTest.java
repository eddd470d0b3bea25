package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThreadReplacementsTest {
    @Test
    void grantsSoManyInAWindowAndMoreWhenItHasPassed() {
        ThreadReplacements replacements = new ThreadReplacements(2, Duration.ofNanos(100));
        assertThat(replacements.mayHaveAnother(-5)).isTrue();
        assertThat(replacements.mayHaveAnother(10)).isTrue();
        assertThat(replacements.mayHaveAnother(95)).isFalse();
        assertThat(replacements.mayHaveAnother(96)).isTrue();
        assertThat(replacements.mayHaveAnother(97)).isFalse();
    }
}
