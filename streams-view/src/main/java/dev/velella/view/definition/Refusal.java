package dev.velella.view.definition;

/** Why a definition is refused. The name stands in the message and in the docs. */
public enum Refusal {
    /** The document is no JSON object, or a member is missing, unknown or wrong. */
    DEFINITION,
    /** The query, shapes or rules cannot be read. */
    SYNTAX,
    /** The query is no query of the view's kind: ASK, DESCRIBE, an update, or SELECT for a construct view. */
    QUERY_FORM,
    /** {@code RAND()} differs each time. */
    RAND,
    /** {@code UUID()} differs each time. */
    UUID,
    /** {@code STRUUID()} differs each time. */
    STRUUID,
    /** {@code BNODE()} without an argument makes another node each time. */
    BNODE,
    /** {@code SAMPLE} takes any value. */
    SAMPLE,
    /** {@code GROUP_CONCAT} joins values in any order. */
    GROUP_CONCAT,
    /** {@code LIMIT} or {@code OFFSET} without an order that tells all rows apart takes any rows. */
    SLICE,
    /** {@code REDUCED} may keep or drop equal rows. */
    REDUCED,
    /** {@code SERVICE} asks somebody else. */
    SERVICE,
    /** A function that is not known. */
    FUNCTION,
    /** A key variable is not among the variables of the query, or there is no key. */
    KEY,
    /** The previous answer is read by a view that has none. */
    PREVIOUS,
    /** A rule depends on its own negation. */
    NOT_STRATIFIED,
    /** A rule has a variable in its head that its body does not bind, or is unsafe in another way. */
    UNSAFE_RULE,
    /** Rules, shapes or patterns that are not supported here. */
    UNSUPPORTED
}
