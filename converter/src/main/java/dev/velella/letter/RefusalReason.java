package dev.velella.letter;

/**
 * Kinds of reason for which a message or record is refused; {@link dev.velella.kit.options.Spelling} writes them in dead
 * letters.
 */
public enum RefusalReason {
    /** The key is needed and missing, cannot be found, or is not text. */
    KEY,
    /** A header is malformed, one that is needed is missing, or it announces another kind of content. */
    HEADER,
    /** Nothing says which format the content has, or the format cannot be read. */
    CONTENT_TYPE,
    /** The message is larger than the limits of the source, or its record is larger than the producer can send. */
    TOO_LARGE,
    /** The content does not follow its format. In the diff app and the sink also: the content is above a limit. */
    UNDECODABLE,
    /** Transactions in the patch are nested, aborted, not begun or not ended. */
    MALFORMED,
    /** The content continues messages or records that cannot be read. */
    MISSING_STATE,
    /** The value is of a kind that the connector does not take. */
    KIND,
    /** The element's time cannot be read. */
    TIME,
    /** The event time is too far ahead of the clock. */
    FUTURE,
    /** No Kafka topic can be made of the message. */
    TOPIC,
    /** The options of meaning do not allow the element, or a snapshot does not fit its announcement. */
    UNFIT,
    /** The element does not conform to the SHACL shapes. */
    SHAPES,
    /** Options or limits of the output cannot carry the element. */
    UNWRITABLE,
    /** The patch touches a graph that is reserved or belongs to another stream. */
    FORBIDDEN_GRAPH,
    /** The target cannot hold quoted triples. */
    TRIPLE_TERMS,
    /** The target cannot hold blank nodes, or they are refused. */
    BLANK_NODES,
    /** The patch does not follow the one before it. */
    CHAIN,
    /** The record names no store, or too many, or one whose name cannot be part of an address. */
    ROUTE,
    /** A view has no answer for the graph of the stream; the answer before it stays. */
    ANSWER
}
