package dev.velella.record;

/**
 * Decides at which record reading begins, if the first records of a partition build on records that retention has
 * removed.
 */
public enum StartAt {
    /** At the first record. A record that cannot be decoded is an error. */
    FIRST_RECORD,
    /** At the next key frame of each codec stream. Records before it are left out, counted, and named in the log. */
    KEY_FRAME
}
