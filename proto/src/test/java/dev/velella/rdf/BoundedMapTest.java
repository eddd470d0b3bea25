package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
    @Test
    void forgetsWhatWasUsedLongestAgo() {
        Map<String, Integer> map = new BoundedMap<>(2);
        map.put("a", 1);
        map.computeIfAbsent("b", key -> 2);
        assertThat(map.get("a")).isEqualTo(1);
        map.merge("c", 3, Integer::sum);
        assertThat(map).containsOnlyKeys("a", "c");
        map.put("a", 4);
        map.put("d", 5);
        assertThat(map).containsExactly(Map.entry("a", 4), Map.entry("d", 5));
    }
}
