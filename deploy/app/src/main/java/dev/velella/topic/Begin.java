package dev.velella.topic;

/** Where in a partition reading begins. */
public sealed interface Begin {
    /** At the first record that is still there. */
    record Earliest() implements Begin {}

    /** At the end, as it is when reading begins. */
    record Latest() implements Begin {}

    /**
     * At an offset; at the first record that is there if that is behind it.
     *
     * @param offset from 0
     */
    record At(long offset) implements Begin {}

    /**
     * At the first record with this timestamp or a later one; at the end if there is none.
     *
     * @param ms since 1970
     */
    record AtTime(long ms) implements Begin {}
}
