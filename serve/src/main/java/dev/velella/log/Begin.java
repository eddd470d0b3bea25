package dev.velella.log;

/** The position in a partition at which reading begins. */
public sealed interface Begin {
    /** At the first record of the log. */
    record Earliest() implements Begin {}

    /** At the end, as it is when reading begins. */
    record Latest() implements Begin {}

    /**
     * At an offset. If the records there are deleted already: at the first record of the log.
     *
     * @param offset from 0
     */
    record At(long offset) implements Begin {}

    /**
     * At the first record with this timestamp or a later one; at the end if there is none.
     *
     * @param ms time in ms since 1970
     */
    record AtTime(long ms) implements Begin {}
}
