package dev.velella.frame;

/** The base of the records of a topic: dictionaries, the record before, or nothing (option {@code jelly.mode}). */
public enum JellyMode {
    /**
     * In Kafka Connect as DICTIONARY if the converter reaches a cluster. Otherwise stateful if the partition of a record
     * is known, else self-contained.
     */
    AUTO,
    /** Always stateful; a record whose partition is not known is an error. */
    STATEFUL,
    /** Every record builds on a dictionary that all records of its topic share, and on no other record. */
    DICTIONARY,
    /** Every record is a whole Jelly stream. */
    SELF_CONTAINED
}
