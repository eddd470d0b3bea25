package dev.velella.sink.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.targets.remote.RetryPolicy;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SetbacksTest {
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final Setbacks setbacks = new Setbacks(new RetryPolicy(10_000, 100, 1_000), clock::get, () -> 1.0);

    @Test
    void waitsDoubleUpToTheLongest() {
        for (long expected : new long[] {100, 200, 400, 800, 1_000, 1_000}) {
            assertThat(setbacks.outOfReach(Duration.ZERO)).hasValue(expected);
            clock.addAndGet(expected);
        }
        setbacks.reached();
        assertThat(setbacks.outOfReach(Duration.ZERO)).hasValue(100);
    }

    @Test
    void chanceTakesUpToHalfOfAWait() {
        Setbacks lucky = new Setbacks(new RetryPolicy(10_000, 100, 1_000), clock::get, () -> 0.0);
        assertThat(lucky.outOfReach(Duration.ZERO)).hasValue(50);
    }

    @Test
    void theServersWishIsHeeded() {
        assertThat(setbacks.outOfReach(Duration.ofSeconds(5))).hasValue(5_000);
    }

    @Test
    void givesUpWhenTheNextAttemptWouldBeTooLate() {
        assertThat(setbacks.outOfReach(Duration.ZERO)).isPresent();
        clock.addAndGet(9_900);
        assertThat(setbacks.outOfReach(Duration.ZERO)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void partitionsAreTakenBackOnlySoOftenWithoutApplyingAnything() {
        for (int i = 0; i < Setbacks.MOST_LOST_CLAIMS; i++) {
            assertThat(setbacks.lostClaim()).isPresent();
            setbacks.reached();
        }
        assertThat(setbacks.lostClaim()).isEmpty();
        setbacks.applied();
        assertThat(setbacks.lostClaim()).isPresent();
    }
}
