package dev.velella.tests.chaos.plugin;

import java.util.HashMap;
import java.util.Map;

/** The stamps of one task: number of a record in its topic and partition, and how often records before it were lost. */
final class StampBook {
    /** Name of the header. */
    static final String HEADER = "velella.partition";

    private final Map<String, Long> next = new HashMap<>();
    private long losses;

    String stamp(String topic, int partition) {
        long ordinal = next.merge(topic + "-" + partition, 1L, Long::sum) - 1;
        return "p" + partition + "." + ordinal + (losses == 0 ? "" : "." + losses);
    }

    /** Records stamped so far may never be seen. */
    void recordsLost() {
        losses++;
    }
}
