package dev.velella.sink.error;

/** Kinds of reason for which a record is refused, as a dead letter names them in lower case with hyphens. */
public enum RefusalReason {
    /** The key is missing where it is needed, or is not text. */
    KEY,
    /** A header is malformed, or one that is needed is missing. */
    HEADER,
    /** The header that names the format names none that is read, or there is none and the value is text. */
    CONTENT_TYPE,
    /** The value is not what its format wants, or above a limit. */
    UNDECODABLE,
    /** The value continues records that cannot be had. */
    MISSING_STATE,
    /** The value is of a kind that the connector does not take. */
    KIND,
    /** Transactions in the patch are nested, not begun or not ended. */
    MALFORMED,
    /** The patch touches a graph that is reserved or belongs to another stream. */
    FORBIDDEN_GRAPH,
    /** The graph is not what the options of meaning allow, or a snapshot is not what it announces. */
    UNFIT,
    /** The target cannot hold quoted triples. */
    TRIPLE_TERMS,
    /** The target cannot hold blank nodes, or they are refused. */
    BLANK_NODES,
    /** The patch does not follow the one before it. */
    CHAIN
}
