package dev.velella.sink.store;

/**
 * How far a partition is applied, and where a reader that knows nothing has to begin.
 *
 * @param nextOffset offset of the first record that is not applied, from 0
 * @param replayFrom offset from which to read in order to decode what comes from {@code nextOffset} on: of the earliest
 *     key frame that running streams still build on, from 0 to {@code nextOffset}. Records below {@code nextOffset} are
 *     decoded only
 */
public record PartitionOffsets(long nextOffset, long replayFrom) {
    /**
     * @throws IllegalArgumentException if the numbers are out of range
     */
    public PartitionOffsets {
        if (replayFrom < 0 || replayFrom > nextOffset) {
            throw new IllegalArgumentException(
                    "a partition cannot be replayed from offset " + replayFrom + " where " + nextOffset + " is next");
        }
    }
}
