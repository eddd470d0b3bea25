package dev.velella.record;

import dev.velella.bounded.BoundedMap;
import dev.velella.keyframe.JellyHeader;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that a reader with {@link StartAt#KEY_FRAME} leaves out, and names them in the log. For each codec
 * stream of a partition the log has two lines: the first record that is left out; and the record at which reading
 * begins, with the number of records left out before it. Not thread-safe.
 */
public final class TrimmedRecords {
    private static final int MOST_STREAMS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(TrimmedRecords.class);

    private final String option;

    /**
     * Number of records left out of each stream, until a record of the stream is read. Bounded: the stream whose
     * records were left out longest ago is forgotten.
     */
    private final Map<Stream, Long> leftOut = new BoundedMap<>(MOST_STREAMS);

    private record Stream(TopicPartition place, String name) {}

    /** @param option option that makes the reader leave records out, for example {@code start.at=key-frame} */
    public TrimmedRecords(String option) {
        this.option = option;
    }

    /**
     * Counts a record that is left out.
     *
     * @param header place of the record in its stream
     * @param why reason why the record's key frame cannot be read
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

    /** Whether there is a stream of which records were left out, and no record was read since. */
    public boolean isWaiting() {
        return !leftOut.isEmpty();
    }

    /** Notes that a record was read. Of records without a header none can have been left out. */
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
