package dev.velella.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTest {
    private static final Scale HALF_SECONDS = new Scale(0, 0, 0, 0, 5, 14, 6, 500, true);

    @Test
    void shortOperationsKeepTheIterations() {
        assertThat(HALF_SECONDS.forOperations(0)).isEqualTo(HALF_SECONDS);
        assertThat(HALF_SECONDS.forOperations(500)).isEqualTo(HALF_SECONDS);
    }

    @Test
    void operationsLongerThanAnIterationHaveFewerOfThem() {
        Scale scale = HALF_SECONDS.forOperations(1_000);
        assertThat(scale.warmUps()).isEqualTo(7);
        assertThat(scale.iterations()).isEqualTo(3);
    }

    @Test
    void atLeastTwoWarmUpsAndThreeIterationsAreLeft() {
        Scale scale = HALF_SECONDS.forOperations(60_000);
        assertThat(scale.warmUps()).isEqualTo(2);
        assertThat(scale.iterations()).isEqualTo(3);
    }

    @Test
    void aScaleOfFewIterationsHasNoMoreThanBefore() {
        Scale scale = new Scale(0, 0, 0, 0, 2, 0, 1, 1, false).forOperations(100);
        assertThat(scale.warmUps()).isZero();
        assertThat(scale.iterations()).isEqualTo(1);
    }
}
