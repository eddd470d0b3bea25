package dev.velella.sink.store;

/**
 * A partition's row of the system graph, as the task that opened the partition last sees it. Whoever opens the
 * partition later raises the epoch, so that commits under this claim fail from then on.
 *
 * @param epoch number of times the partition was opened
 * @param offsets how far the partition is applied, and from where it is to be read
 */
public record Claim(long epoch, PartitionOffsets offsets) {
    /** Offset of the first record that is not applied. */
    public long nextOffset() {
        return offsets.nextOffset();
    }

    /** Offset from which to read, never above {@link #nextOffset}. */
    public long replayFrom() {
        return offsets.replayFrom();
    }
}
