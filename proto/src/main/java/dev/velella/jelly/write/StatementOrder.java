package dev.velella.jelly.write;

/**
 * The order of statements in a frame that is written. The order has no meaning for readers, and nothing on the wire
 * tells it.
 */
public enum StatementOrder {
    /** The order in which the statements come. */
    GIVEN,
    /**
     * An order in which many terms are equal to the term of the row before, so that they are left out: {@link
     * DenseOrder}. The same statements in the same order always give the same result. Encoding then takes up to twice as
     * long.
     */
    DENSE
}
