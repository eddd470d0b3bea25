package dev.velella.record;

/** Where reading begins in a partition whose first records build on records that retention has removed. */
public enum StartAt {
    /** At the first record; one that cannot be decoded is an error. */
    FIRST_RECORD,
    /** At the next key frame of each codec stream: what stands before it is left out, counted, and named in the log. */
    KEY_FRAME
}
