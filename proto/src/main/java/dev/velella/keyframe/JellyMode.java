package dev.velella.keyframe;

/** Whether records of a topic continue each other's codec state (option {@code jelly.mode}). */
public enum JellyMode {
    /** Stateful if the partition of a record is known, else self-contained. */
    AUTO,
    /** Always stateful; a record whose partition is not known is an error. */
    STATEFUL,
    /** Every record builds on a dictionary that all records of its topic share, and on no other record. */
    DICTIONARY,
    /** Every record is a whole Jelly stream. */
    SELF_CONTAINED
}
