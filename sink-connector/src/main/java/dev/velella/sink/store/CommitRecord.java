package dev.velella.sink.store;

import java.util.Map;

/**
 * One commit of a history: one transaction of the store that changed data or offsets.
 *
 * @param number number of the commit; each commit has the number of the commit before plus 1
 * @param wallClockMs time of the commit in ms since 1970, never before that of the commit before
 * @param eventTimeMs greatest event time of all records up to the commit, in ms since 1970; -1 if no record had a time
 * @param offsets for each partition that the commit moved, the offset of the first record that was not applied then
 */
public record CommitRecord(long number, long wallClockMs, long eventTimeMs, Map<PartitionId, Long> offsets) {
    /** Value for a history without event times. */
    public static final long NO_TIME = -1;

    public CommitRecord {
        offsets = Map.copyOf(offsets);
    }
}
