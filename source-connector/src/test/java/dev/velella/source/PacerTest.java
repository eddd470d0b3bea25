package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;

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
