package dev.velella.record;

/** The result of a look-back. */
public enum LookBackOutcome {
    /** The state is there. The record can be decoded. */
    RESTORED,
    /**
     * The key frame and the records after it were read, but they do not lead to the record: a record between is
     * missing, or a record does not come from the stream's writer. Holds until the next key frame of the stream.
     */
    LOST,
    /**
     * The key frame stands before the beginning of the log, or the limits do not allow to read so far back. Holds until
     * the next key frame of the stream.
     */
    OUT_OF_REACH,
    /** Nothing was read, because too many look-backs were made in this minute. */
    RATE_LIMITED,
    /**
     * The partition could not be read, for example because there was no answer in time, the client has no right to read
     * it, there is no such topic, an open transaction stands before the record, or the thread was interrupted. A later
     * look-back may succeed.
     */
    FAILED
}
