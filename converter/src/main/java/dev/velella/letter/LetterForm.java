package dev.velella.letter;

/** The form of the value of a dead letter. The header {@link LetterHeaders#VALUE} names it. */
public enum LetterForm {
    /** A graph or patch that can be read by itself. */
    SELF_CONTAINED,
    /** The bytes of the message or record. */
    RAW,
    /** The first bytes of what was more than can be sent. */
    CUT,
    /** Null, as in the record. */
    NONE
}
