package dev.velella.sink.store;

/**
 * What a target can hold. A record with something else is refused before its transaction begins.
 *
 * @param tripleTerms whether quoted triples (RDF-star) can be stored, and deleted again
 * @param blankNodes whether a statement with blank nodes can be deleted by their labels; if not, patches with blank nodes
 *     are refused or their nodes become IRIs, as option {@code blank.nodes} says
 * @param wholeBatches whether a batch is applied with its offsets or not at all; if not, a batch may meet statements of one
 *     that was interrupted
 */
public record Capabilities(boolean tripleTerms, boolean blankNodes, boolean wholeBatches) {
    /** Of an embedded RDF4J store. */
    public static final Capabilities ALL = new Capabilities(true, true, true);
}
