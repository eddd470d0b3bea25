package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitPaceTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final CommitPace pace = new CommitPace(10 * MS, 0);

    @Test
    void loneRecordsAreCommittedAtOnce() {
        for (int second = 1; second <= 5; second++) {
            pace.worked(MS);
            assertThat(pace.mayCommit(second * 1000 * MS)).isTrue();
        }
    }

    @Test
    void recordsThatComeTogetherShareACommit() {
        assertThat(pace.mayCommit(50 * MS)).isTrue();
        pace.worked(MS);
        assertThat(pace.mayCommit(59 * MS)).isFalse();
        assertThat(pace.mayCommit(60 * MS)).isTrue();
    }

    @Test
    void busyThreadIsNotEarly() {
        for (int ms = 1; ms <= 1000; ms++) {
            pace.worked(3 * MS / 10);
            assertThat(pace.mayCommit(ms * MS)).as("after %d ms", ms).isFalse();
        }
    }

    @Test
    void whatWasBusyOnceIsForgotten() {
        pace.worked(90 * MS);
        assertThat(pace.mayCommit(99 * MS)).isFalse();
        assertThat(pace.mayCommit(100 * MS)).isFalse();
        assertThat(pace.mayCommit(109 * MS)).isFalse();
        pace.worked(2 * MS);
        assertThat(pace.mayCommit(110 * MS)).isTrue();
    }
}
