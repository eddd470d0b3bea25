package dev.velella.source.patchlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatementHashesTest {
    @Test
    void holdsWhatASetHolds() {
        SplittableRandom random = new SplittableRandom(7);
        StatementHashes hashes = new StatementHashes();
        Set<Long> oracle = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            // Few values, some of which share a slot at every size of the table, and zero.
            long hash = (long) random.nextInt(5000) << (random.nextBoolean() ? 0 : 40);
            if (random.nextInt(5) < 3) {
                assertThat(hashes.add(hash)).isEqualTo(oracle.add(hash));
            } else {
                assertThat(hashes.remove(hash)).isEqualTo(oracle.remove(hash));
            }
            assertThat(hashes.size()).isEqualTo(oracle.size());
        }
    }
}
