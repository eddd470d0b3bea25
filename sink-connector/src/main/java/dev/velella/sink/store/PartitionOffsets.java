package dev.velella.sink.store;

/**
 * The offset up to which a partition is applied, and the offset at which a reader without codec state has to begin.
 *
 * @param nextOffset offset of the first record that is not applied, from 0
 * @param replayFrom offset from which to read in order to decode the records from {@code nextOffset} on, from 0 to
 *     {@code nextOffset}. It is the offset of the earliest key frame on which live streams still build. Records below
 *     {@code nextOffset} are only decoded, not applied
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
