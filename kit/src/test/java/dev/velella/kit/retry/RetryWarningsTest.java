package dev.velella.kit.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryWarningsTest {
    private long nanos;
    private final RetryWarnings warnings = new RetryWarnings(() -> nanos);

    @Test
    void theSameReasonIsWarnedOfOnceUntilItSucceedsOrFiveMinutesPass() {
        assertThat(warnings.isDue("refused")).isTrue();
        assertThat(warnings.isDue("refused")).isFalse();
        assertThat(warnings.isDue("cut")).isTrue();
        assertThat(warnings.isDue("refused")).isTrue();
        warnings.succeeded();
        assertThat(warnings.isDue("refused")).isTrue();
        nanos += Duration.ofMinutes(5).toNanos() - 1;
        assertThat(warnings.isDue("refused")).isFalse();
        nanos++;
        assertThat(warnings.isDue("refused")).isTrue();
    }

    @Test
    void anErrorWithoutAMessageHasAtLeastItsName() {
        assertThat(RetryWarnings.message(new EOFException())).isEqualTo("EOFException");
        assertThat(RetryWarnings.message(new EOFException("end"))).isEqualTo("end");
    }
}
