package dev.velella.letter;

/** The form of the value of a dead letter. The header {@link LetterHeaders#VALUE} names it. */
public enum LetterForm {
    /** A graph or patch that can be read by itself. */
    SELF_CONTAINED,
    /** The unchanged bytes of the message or record. */
    RAW,
    /** The first bytes of a message or record that is too large for the producer. */
    CUT,
    /** Null, because the value of the record is null. */
    NONE
}
