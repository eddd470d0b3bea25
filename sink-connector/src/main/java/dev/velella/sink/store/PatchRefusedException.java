package dev.velella.sink.store;

/**
 * A patch that must not be applied: malformed transactions, a graph that it may not touch, or a break in the chain of its
 * stream. The message is the reason alone, without the place of the record. Nothing was changed.
 */
public final class PatchRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason what is wrong and what to do, without the place of the record */
    public PatchRefusedException(String reason) {
        super(reason);
    }
}
