package dev.velella.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.bench.measure.BenchmarkException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arithmetic of ages. */
class StoreProgressTest {
    @Test
    void aRecordIsAsOldAsItWasWhenItWasFirstSeen() {
        StoreProgress seen = new StoreProgress();
        seen.see(100, 0, 0);
        seen.see(104, 2, 0);
        seen.see(110, 3, 3);
        Map<Long, Long> records = Map.of(0L, 90L, 1L, 95L, 2L, 101L);
        assertThat(seen.agesWhenApplied(records)).containsExactly(9, 9, 14);
        assertThat(seen.agesWhenDurable(records)).containsExactly(9, 15, 20);
        assertThat(StoreProgress.percentile(new long[] {9, 15, 20}, 0.5)).isEqualTo(15);
        assertThat(StoreProgress.percentile(new long[] {9, 15, 20}, 0.99)).isEqualTo(20);
        assertThatThrownBy(() -> seen.agesWhenApplied(Map.of(3L, 1L))).isInstanceOf(BenchmarkException.class);
    }
}
