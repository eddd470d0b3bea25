package dev.velella.diff.element;

/** Kinds of reason for which an input record cannot be taken; written in a dead letter as {@link dev.velella.options.Spelling#of} spells it. */
public enum RefusalReason {
    /** No key, or not UTF-8 text. */
    KEY,
    /** A header is malformed, or announces something else than a graph in Jelly-RDF. */
    HEADER,
    /** The value is no Jelly-RDF frame, or above a limit. */
    UNDECODABLE,
    /** The value continues records that cannot be had. */
    MISSING_STATE,
    /** The event time is too far ahead of the clock. */
    FUTURE,
    /** The graph is not what the options of meaning allow. */
    UNFIT,
    /** State or patch cannot be written with the options and limits of the output. */
    UNWRITABLE
}
