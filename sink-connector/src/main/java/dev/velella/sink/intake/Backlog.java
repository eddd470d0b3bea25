package dev.velella.sink.intake;

import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether more records are there than a poll of the consumer brought: it brought as many as it can, or a partition is known to go on
 * for as many ({@link dev.velella.sink.metrics.LogEnds LogEnds}). The second tells where records are so large that a fetch ends before a poll is full. What is
 * known of the ends is some seconds old, and partitions only grow, so it does not say too much.
 */
public final class Backlog {
    private final int fullPollRecords;
    private final SinkCounts counts;

    /** @param fullPollRecords that a poll brings at most */
    public Backlog(int fullPollRecords, SinkCounts counts) {
        this.fullPollRecords = fullPollRecords;
        this.counts = counts;
    }

    public boolean isMoreThan(Collection<InputRecord> polled) {
        if (polled.size() >= fullPollRecords) {
            return true;
        }
        Map<PartitionId, Long> lastOffsets = new HashMap<>();
        polled.forEach(record -> lastOffsets.merge(record.partition(), record.offset(), Math::max));
        return lastOffsets.entrySet().stream()
                .anyMatch(last -> counts.partition(last.getKey()).offsetsBeyond(last.getValue()) >= fullPollRecords);
    }
}
