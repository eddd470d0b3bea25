package dev.velella.sink.apply;

/**
 * How far one partition of a sink with many stores is done: its records below {@link #done} are in all their stores,
 * except in those that are down. Not thread-safe.
 */
public final class RoutedPartition {
    private long done;

    /** @param done offset of the first record since the task has the partition */
    RoutedPartition(long done) {
        this.done = done;
    }

    /** The offset behind the last record that every store of the partition has, or does not need. */
    public long done() {
        return done;
    }

    /** Notes that all records before an offset are done; a smaller one than before changes nothing. */
    public void doneTo(long offset) {
        done = Math.max(done, offset);
    }
}
