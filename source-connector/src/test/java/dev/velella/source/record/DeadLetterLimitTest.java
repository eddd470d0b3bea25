package dev.velella.source.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadLetterLimitTest {
    private final AtomicLong leftOut = new AtomicLong();
    private long now;
    private final DeadLetterLimit limit = new DeadLetterLimit(3, leftOut, () -> now);

    @Test
    void aStreamHasSoManyDeadLettersInAMinuteAndTheRestIsCounted() {
        assertThat(admitted("a", 10)).isEqualTo(3);
        assertThat(leftOut).hasValue(7);
        assertThat(admitted("b", 2)).as("another stream").isEqualTo(2);
        assertThat(limit.takeLeftOut("b")).isZero();
        now += Duration.ofMinutes(1).toNanos();
        assertThat(admitted("a", 1)).isEqualTo(1);
        assertThat(limit.takeLeftOut("a")).as("said by the next dead letter").isEqualTo(7);
        assertThat(limit.takeLeftOut("a")).as("and not again").isZero();
    }

    @Test
    void streamsWithoutEndAreNotRemembered() {
        for (int i = 0; i < 20_000; i++) {
            assertThat(limit.admit("s" + i)).isTrue();
        }
        assertThat(admitted("s0", 5)).as("it was forgotten").isEqualTo(3);
        assertThat(admitted("s19999", 5)).as("and this was not").isEqualTo(2);
    }

    @Test
    void zeroIsWithoutLimit() {
        DeadLetterLimit none = new DeadLetterLimit(0, leftOut, () -> now);
        for (int i = 0; i < 1000; i++) {
            assertThat(none.admit("a")).isTrue();
        }
    }

    private int admitted(String stream, int times) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += limit.admit(stream) ? 1 : 0;
        }
        return admitted;
    }
}
