package dev.velella.sink.store;

/**
 * A partition's row of the system graph, as seen by the task that opened the partition. When another task opens the
 * partition later, it raises the epoch. From then on, commits under this claim fail (fencing).
 *
 * @param epoch number of times the partition was opened
 * @param nextOffset offset of the first record that is not applied, from 0
 */
public record Claim(long epoch, long nextOffset) {
    /** @throws IllegalArgumentException if the offset is negative */
    public Claim {
        if (nextOffset < 0) {
            throw new IllegalArgumentException("a partition has no offset " + nextOffset);
        }
    }
}
