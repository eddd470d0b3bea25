package dev.velella.sink.store;

/**
 * A partition's row of the system graph, as seen by the task that opened the partition. When another task opens the
 * partition later, it raises the epoch. From then on, commits under this claim fail (fencing).
 *
 * @param epoch number of times the partition was opened
 * @param offsets offset up to which the partition is applied, and offset from which it must be read
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
