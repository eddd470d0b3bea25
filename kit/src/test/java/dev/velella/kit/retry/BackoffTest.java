package dev.velella.kit.retry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void eachWaitIsTwiceAsLongUpToTheLongestUntilItWentWell() {
        Backoff backoff = new Backoff(100, 1_000);
        for (long most : new long[] {100, 200, 400, 800, 1_000, 1_000}) {
            assertThat(backoff.nextMs()).isBetween(most / 2, most);
        }
        backoff.reset();
        assertThat(backoff.nextMs()).isLessThanOrEqualTo(100);
    }

    @Test
    void noNumberOfFailuresIsTooLarge() {
        Backoff backoff = new Backoff(1, Long.MAX_VALUE / 4);
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.nextMs()).isNotNegative();
        }
    }
}
