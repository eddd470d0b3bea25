package dev.velella.tests.chaos.plugin;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The stamps of one task: number of a record in its topic and partition, and whether one before it may be lost. */
final class StampBook {
    /** Name of the header. */
    static final String HEADER = "velella.partition";

    private final Map<String, Long> next = new HashMap<>();
    private final Set<String> torn = new HashSet<>();

    String stamp(String topic, int partition) {
        String place = topic + "-" + partition;
        long ordinal = next.merge(place, 1L, Long::sum) - 1;
        return "p" + partition + "." + ordinal + (torn.remove(place) ? ".r" : "");
    }

    /** Records stamped so far may never be seen. */
    void tear() {
        torn.addAll(next.keySet());
    }
}
