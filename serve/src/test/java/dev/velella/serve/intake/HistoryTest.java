package dev.velella.serve.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final long MINUTE = 60_000;

    @Test
    void patchesAreKeptForTheirTime() {
        History history = new History(10 * MINUTE, 1_000_000);
        for (int minute = 0; minute < 10; minute++) {
            assertThat(history.keptFrom(0, 100 * minute, minute * MINUTE)).isZero();
        }
        assertThat(history.keptFrom(0, 1_000, 10 * MINUTE))
                .as("the first mark is 10 minutes old")
                .isZero();
        assertThat(history.keptFrom(0, 1_100, 11 * MINUTE)).isEqualTo(100);
        assertThat(history.keptFrom(0, 1_100, 13 * MINUTE)).isEqualTo(300);
        assertThat(history.keptFrom(1, 50, 13 * MINUTE)).as("another partition").isLessThanOrEqualTo(0);
    }

    @Test
    void noMorePatchesAreKeptThanMayBe() {
        History history = new History(10 * MINUTE, 50);
        assertThat(history.keptFrom(0, 40, 0)).isLessThanOrEqualTo(0);
        assertThat(history.keptFrom(0, 120, MINUTE)).isEqualTo(70);
    }
}
