package dev.velella.record;

import dev.velella.bounded.BoundedMap;
import dev.velella.keyframe.JellyHeader;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that a reader with {@link StartAt#KEY_FRAME} leaves out, and names them: in the log stand, for each
 * codec stream of a partition, the first record left out, and the one at which reading begins with the number of those
 * before it. Not thread-safe.
 */
public final class TrimmedRecords {
    private static final int MOST_STREAMS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(TrimmedRecords.class);

    private final String option;

    /** Records left out of each stream that was not read since. Bounded: the number for the one left out longest ago is forgotten. */
    private final Map<Stream, Long> leftOut = new BoundedMap<>(MOST_STREAMS);

    private record Stream(TopicPartition place, String name) {}

    /** @param option what made the reader leave records out, as in {@code start.at=key-frame} */
    public TrimmedRecords(String option) {
        this.option = option;
    }

    /**
     * Takes note of a record that is left out.
     *
     * @param header its place in its stream
     * @param why its key frame cannot be read
     */
    public void leftOut(String topic, int partition, long offset, JellyHeader header, String why) {
        TopicPartition place = new TopicPartition(topic, partition);
        if (leftOut.merge(new Stream(place, header.streamName()), 1L, Long::sum) == 1) {
            LOG.warn(
                    "{}@{} is left out, and so are the next records of codec stream {} up to its next key frame, as {} asks"
                            + " for: {}",
                    place,
                    offset,
                    header.streamName(),
                    option,
                    why);
        }
    }

    /** Whether records were left out of a stream that was not read since. */
    public boolean isWaiting() {
        return !leftOut.isEmpty();
    }

    /** Takes note of a record that was read; of one without a header nothing can have been left out. */
    public void read(String topic, int partition, long offset, @Nullable JellyHeader header) {
        if (!isWaiting() || header == null) {
            return;
        }
        TopicPartition place = new TopicPartition(topic, partition);
        Long records = leftOut.remove(new Stream(place, header.streamName()));
        if (records != null) {
            LOG.warn(
                    "{}@{}: codec stream {} is read from here on. {} records of it before were left out",
                    place,
                    offset,
                    header.streamName(),
                    records);
        }
    }
}
