package dev.velella.log.asof;

import java.util.Map;

/** The moment of the log for which graphs are wanted. */
public sealed interface Moment {
    /**
     * After a record of each partition.
     *
     * @param last offset of the last record that counts, by partition; every partition that is read needs one
     */
    record Offsets(Map<Integer, Long> last) implements Moment {
        /** Takes a copy. */
        public Offsets {
            last = Map.copyOf(last);
            if (last.values().stream().anyMatch(offset -> offset < 0)) {
                throw new IllegalArgumentException("offsets are counted from 0");
            }
        }
    }

    /**
     * Before the first record of each partition whose timestamp is later. The index of the broker tells where to look.
     *
     * @param ms in ms since 1970
     */
    record RecordTime(long ms) implements Moment {}

    /**
     * Before the first patch of each stream whose event time is later. The whole log before it is read.
     *
     * @param ms in ms since 1970
     */
    record EventTime(long ms) implements Moment {}

    /**
     * After a patch of one stream.
     *
     * @param number of the patch, from 1
     */
    record PatchNumber(long number) implements Moment {
        public PatchNumber {
            if (number < 1) {
                throw new IllegalArgumentException("patches are counted from 1, not " + number);
            }
        }
    }
}
