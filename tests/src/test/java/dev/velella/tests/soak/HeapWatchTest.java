package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.tests.soak.HeapWatch.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a heap counts as grown. */
class HeapWatchTest {
    private static final int MINUTES = 60;

    @Test
    void aHeapThatGoesUpAndDownHasNotGrown() {
        assertThat(HeapWatch.grown(samples(minute -> 80_000_000 + minute % 5 * 6_000_000L)))
                .isEmpty();
    }

    @Test
    void aHeapThatGrowsByAThirdOfAPercentAMinuteHasGrown() {
        assertThat(HeapWatch.grown(samples(minute -> 80_000_000 + minute * 260_000L + minute % 5 * 6_000_000L)))
                .singleElement()
                .asString()
                .startsWith("worker: ");
    }

    /** A program that is used for the first time. */
    @Test
    void growthInTheFirstMinutesDoesNotCount() {
        assertThat(HeapWatch.grown(samples(minute -> Math.min(minute, 10) * 8_000_000L)))
                .isEmpty();
    }

    private static List<Sample> samples(IntToLongFunction workerBytes) {
        return IntStream.rangeClosed(0, MINUTES)
                .mapToObj(minute -> new Sample(
                        Duration.ofMinutes(minute),
                        Map.of(
                                "kafka",
                                60_000_000L + minute * 1_000_000L, // of others
                                "diff",
                                40_000_000L,
                                "serve",
                                20_000_000L,
                                "worker",
                                workerBytes.applyAsLong(minute))))
                .toList();
    }
}
