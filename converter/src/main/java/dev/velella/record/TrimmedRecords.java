package dev.velella.record;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that a reader with {@link StartAt#KEY_FRAME} leaves out, and names them: in the log stand, once for
 * each partition, the first record left out, and the record at which reading begins with the number of those before it. Not
 * thread-safe.
 */
public final class TrimmedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(TrimmedRecords.class);

    private final String option;
    private final Map<TopicPartition, Count> partitions = new HashMap<>();

    private static final class Count {
        private long records;
        private boolean hasBegun;
    }

    /** @param option what made the reader leave records out, as in {@code start.at=key-frame} */
    public TrimmedRecords(String option) {
        this.option = option;
    }

    /**
     * Takes note of a record that is left out.
     *
     * @param why its key frame cannot be read
     */
    public void leftOut(String topic, int partition, long offset, String why) {
        TopicPartition place = new TopicPartition(topic, partition);
        Count count = partitions.computeIfAbsent(place, unknown -> new Count());
        count.records++;
        if (count.records == 1) {
            LOG.warn(
                    "{}@{} is left out, and so are the records after it up to the next key frame of their codec stream: {}."
                            + " That is what {} asks for; those after it are counted, not named",
                    place,
                    offset,
                    why,
                    option);
        }
    }

    /** Takes note of a record that was read. */
    public void read(String topic, int partition, long offset) {
        if (partitions.isEmpty()) {
            return;
        }
        TopicPartition place = new TopicPartition(topic, partition);
        Count count = partitions.get(place);
        if (count != null && !count.hasBegun) {
            count.hasBegun = true;
            LOG.warn("{}@{}: reading begins here. {} records before it were left out", place, offset, count.records);
        }
    }
}
