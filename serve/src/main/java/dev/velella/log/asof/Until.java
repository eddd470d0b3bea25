package dev.velella.log.asof;

/**
 * Where the replay of a partition ends; each part that is not wanted is {@link Long#MAX_VALUE}.
 *
 * @param end offset before which all records count
 * @param number last patch of the stream that counts
 * @param eventTime latest event time, in ms since 1970: a stream ends before its first later patch
 */
record Until(long end, long number, long eventTime) {
    static Until offset(long end) {
        return new Until(end, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    boolean isNumber() {
        return number != Long.MAX_VALUE;
    }

    /** Whether snapshots may be used: nothing tells the event times of the patches that a snapshot covers. */
    boolean allowsSnapshots() {
        return eventTime == Long.MAX_VALUE;
    }
}
