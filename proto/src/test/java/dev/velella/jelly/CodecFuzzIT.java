package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Changed bytes against all readers; the properties {@code velella.fuzz.inputs} (how many), {@code velella.fuzz.seed} and
 * {@code velella.fuzz.first} (number of the first input) make it longer, or repeat a finding.
 */
class CodecFuzzIT {
    @Test
    void changedBytesAreReadOrRefusedInBoundedTimeAndMemory() throws InterruptedException {
        long seed = Long.getLong("velella.fuzz.seed", 20261101L);
        long first = Long.getLong("velella.fuzz.first", 0);
        long inputs = Long.getLong("velella.fuzz.inputs", 40_000);
        int threads = (int) Math.min(inputs, Runtime.getRuntime().availableProcessors());
        long start = System.nanoTime();
        Map<String, CodecFuzz.Counts> counts = new CodecFuzz(seed, first, inputs, threads).run();
        double elapsed = (System.nanoTime() - start) / 1e9;

        CodecFuzz.Counts total = new CodecFuzz.Counts();
        counts.forEach((name, of) -> {
            System.out.println("codec-fuzz " + name + ": " + of);
            total.add(of);
        });
        System.out.printf(
                "codec-fuzz seed %d, from input %d: %s; %.0f s, %.0f inputs/s with %d threads; bound %,d bytes%n",
                seed, first, total, elapsed, total.inputs / elapsed, threads, CodecFuzz.MAX_ALLOCATED);
        if (total.inputs >= 10_000) {
            assertThat(counts.values())
                    .as("each target reads some and refuses some")
                    .allSatisfy(of -> {
                        assertThat(of.refused).isPositive();
                        assertThat(of.refused).isLessThan(of.inputs);
                    });
        }
    }
}
