package dev.velella.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TroubleHistoryTest {
    private static final long MINUTE = 60_000;

    @Test
    void aCounterThatGrewIsATroubleForTenMinutes() {
        History history = new History();
        assertThat(history.grew("a", 0, 0)).isFalse();
        assertThat(history.grew("a", 2, MINUTE)).isTrue();
        assertThat(history.grew("a", 2, 10 * MINUTE)).isTrue();
        assertThat(history.grew("a", 2, 12 * MINUTE)).isFalse();
        assertThat(history.grew("a", 1, 13 * MINUTE))
                .as("the task began anew, and counts from 0")
                .isTrue();
        assertThat(history.grew("b", 5, 13 * MINUTE)).as("at the first look").isTrue();
    }

    @Test
    void aTroubleThatComesAgainBeginsAnew() {
        History history = new History();
        assertThat(history.since("a", 5)).isEqualTo(5);
        assertThat(history.since("a", 9)).isEqualTo(5);
        history.keep(Set.of());
        assertThat(history.since("a", 12)).isEqualTo(12);
    }
}
