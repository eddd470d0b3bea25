package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Changed texts against all readers of text, each in turn; the properties {@code velella.text.fuzz.inputs} (how many for
 * each reader), {@code velella.text.fuzz.seed} and {@code velella.text.fuzz.first} (number of the first input) make it
 * longer, or repeat a finding.
 */
class TextFuzzIT {
    @Test
    void changedTextsAreReadOrRefusedInBoundedTimeAndMemory() throws InterruptedException {
        List<TextFuzzTarget> targets = TextFuzzTarget.all();
        long seed = Long.getLong("velella.text.fuzz.seed", 20261123L);
        long first = Long.getLong("velella.text.fuzz.first", 0);
        long inputs = Long.getLong("velella.text.fuzz.inputs", 400);
        int threads = Runtime.getRuntime().availableProcessors();
        List<TextFuzz.Counts> counts = new TextFuzz(targets, seed, first, inputs * targets.size(), threads).run();
        long total = 0;
        for (int i = 0; i < targets.size(); i++) {
            System.out.println("text-fuzz " + targets.get(i).name() + ": " + counts.get(i));
            total += counts.get(i).inputs;
        }
        System.out.printf("text-fuzz seed %d, from input %d: %,d inputs%n", seed, first, total);
        if (total >= 6_000) {
            assertThat(counts).as("each reader reads some and refuses some").allSatisfy(of -> {
                assertThat(of.refused).isPositive();
                assertThat(of.refused).isLessThan(of.inputs);
            });
        }
    }

    @Test
    void anInputThatRunsOnIsFoundWithItsSeedAndNumber() {
        List<byte[]> one = List.of(new byte[] {'a'});
        TextFuzzTarget endless = new TextFuzzTarget("endless", one, one, text -> {
            while (text.length > 1) {
                Thread.onSpinWait(); // its seed alone is read at once
            }
        });
        assertThatThrownBy(() -> new TextFuzz(List.of(endless), 7, 0, 1000, 1, 1).run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not read within")
                .hasMessageContaining("of seed 7, endless");
    }
}
