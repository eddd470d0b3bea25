package dev.velella.sink.intake;

import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides whether more records are waiting after a poll of the consumer. This is so in two cases:
 * <ul>
 * <li>the poll brought the maximum number of records;
 * <li>the known end of a partition is at least that number of records away
 *     ({@link PartitionEnds}). This case matters if records are so large that a fetch ends before a poll is full.
 * </ul>
 *
 * <p>The known ends are some seconds old. Because partitions only grow, the answer may be too low, but never too high.
 */
public final class Backlog {
    private final int fullPollRecords;
    private final PartitionEnds ends;

    /** @param fullPollRecords maximum number of records in a poll */
    public Backlog(int fullPollRecords, PartitionEnds ends) {
        this.fullPollRecords = fullPollRecords;
        this.ends = ends;
    }

    public boolean isMoreThan(Collection<InputRecord> polled) {
        if (polled.size() >= fullPollRecords) {
            return true;
        }
        Map<PartitionId, Long> lastOffsets = new HashMap<>();
        polled.forEach(record -> lastOffsets.merge(record.partition(), record.offset(), Math::max));
        return lastOffsets.entrySet().stream()
                .anyMatch(last -> ends.beyond(last.getKey(), last.getValue()) >= fullPollRecords);
    }
}
