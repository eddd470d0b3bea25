package dev.velella.serve.intake;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The partitions of the topic, and who serves them. Immutable.
 *
 * @param count number of partitions of the topic
 * @param ready partitions that this instance serves: it has applied all patches that were committed when it got the
 *     partition
 * @param loading partitions that this instance has, and does not serve yet
 * @param others partition to the address (host:port) of the instance that has it, for partitions of other instances
 */
public record Served(int count, Set<Integer> ready, Set<Integer> loading, Map<Integer, String> others) {
    /** Nothing is known yet. */
    public static final Served NOTHING = new Served(0, Set.of(), Set.of(), Map.of());

    public Served {
        ready = Set.copyOf(ready);
        loading = Set.copyOf(loading);
        others = Map.copyOf(others);
    }

    /** Partitions that nobody serves, as far as this instance knows. */
    public Set<Integer> missing() {
        Set<Integer> missing = new TreeSet<>();
        for (int partition = 0; partition < count; partition++) {
            if (!ready.contains(partition) && !others.containsKey(partition)) {
                missing.add(partition);
            }
        }
        return missing;
    }

    /** Whether every partition is served by this instance or another one. */
    public boolean isComplete() {
        return count > 0 && missing().isEmpty();
    }
}
