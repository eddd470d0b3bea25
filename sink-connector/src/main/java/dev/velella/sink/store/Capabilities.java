package dev.velella.sink.store;

/**
 * The kinds of terms that a target can hold. A record with other terms is refused before its transaction begins.
 *
 * @param tripleTerms whether quoted triples (RDF-star) can be stored, and deleted again
 * @param blankNodes whether a statement with blank nodes can be deleted by their labels; if not, patches with blank
 *     nodes are refused or their nodes become IRIs, as option {@code blank.nodes} says
 * @param wholeBatches whether a batch and its offsets are applied as a whole or not at all; if not, the store may
 *     already contain statements of a batch that was interrupted
 */
public record Capabilities(boolean tripleTerms, boolean blankNodes, boolean wholeBatches) {
    /** The capabilities of an embedded RDF4J store. */
    public static final Capabilities ALL = new Capabilities(true, true, true);
}
