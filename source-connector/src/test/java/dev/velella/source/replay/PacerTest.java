package dev.velella.source.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PacerTest {
    private long now = 5;

    @Test
    void withoutARateEverythingIsPermitted() {
        Pacer pacer = new Pacer(0, () -> now);
        assertThat(pacer.take(500)).isEqualTo(500);
        assertThat(pacer.nanosToWait()).isZero();
    }

    @Test
    void givesTheFirstPermitAtOnceAndThenAsManyAsTimeHasPassed() {
        Pacer pacer = new Pacer(10, () -> now);
        assertThat(pacer.take(5)).isEqualTo(1);
        assertThat(pacer.take(5)).isZero();
        assertThat(pacer.nanosToWait()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
        now += TimeUnit.MILLISECONDS.toNanos(350);
        assertThat(pacer.nanosToWait()).isZero();
        assertThat(pacer.take(2)).isEqualTo(2);
        assertThat(pacer.take(2)).isEqualTo(1);
        assertThat(pacer.take(2)).isZero();
    }

    @Test
    void highRatesAreGivenOutInSteps() {
        Pacer pacer = new Pacer(400, () -> now);
        assertThat(pacer.take(1)).isEqualTo(1);
        now += TimeUnit.MILLISECONDS.toNanos(8);
        assertThat(pacer.take(1)).isZero();
        assertThat(pacer.nanosToWait()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(2), within(2L));
        now += pacer.nanosToWait();
        for (int i = 0; i < 4; i++) {
            assertThat(pacer.nanosToWait()).isZero();
            assertThat(pacer.take(1)).as("permit %d", i).isEqualTo(1);
        }
        assertThat(pacer.take(1)).isZero();
        assertThat(pacer.nanosToWait()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(10), within(2L));
        now += TimeUnit.MILLISECONDS.toNanos(50);
        assertThat(pacer.take(100)).isEqualTo(20);
    }

    @Test
    void doesNotCatchUpMoreThanASecond() {
        Pacer pacer = new Pacer(10, () -> now);
        now += TimeUnit.HOURS.toNanos(1);
        assertThat(pacer.take(500)).isEqualTo(10);
    }

    @Test
    void ratesBelowOneASecondWaitLonger() {
        Pacer pacer = new Pacer(0.1, () -> now);
        assertThat(pacer.take(5)).isEqualTo(1);
        now += TimeUnit.SECONDS.toNanos(9);
        assertThat(pacer.take(5)).isZero();
        now += pacer.nanosToWait();
        assertThat(pacer.take(5)).isEqualTo(1);
    }
}
