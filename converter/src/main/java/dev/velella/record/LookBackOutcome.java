package dev.velella.record;

/** How a look-back ended. */
public enum LookBackOutcome {
    /** The state is there: the record can be decoded. */
    RESTORED,
    /**
     * The key frame and what follows it were read, and they do not lead to the record: a record between is missing, or one
     * of them is not its writer's. Holds until the next key frame of the stream.
     */
    LOST,
    /**
     * The key frame stands before the begin of the log, or further back than may be read. Holds until the next key frame
     * of the stream.
     */
    OUT_OF_REACH,
    /** Nothing was read, because too many look-backs were made in this minute. */
    RATE_LIMITED,
    /**
     * The partition could not be read: no answer in time, no right to, no such topic, an open transaction before the
     * record, an interrupt. A later look-back may succeed.
     */
    FAILED
}
