package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;

/**
 * Writes graphs as self-contained, bare Jelly-RDF frames: the value of a message, without a length in front.
 *
 * <p>The same graph always gives the same bytes. Logical stream type is GRAPHS for {@link PhysicalType#TRIPLES} and
 * DATASETS for the other types. Namespaces are written, ordered by prefix, when the version of the options is 2; with
 * version 1 they are left out, as they are cosmetic. Not thread-safe.
 */
public final class JellyGraphEncoder {
    private final GraphFrameWriter writer;

    /**
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyGraphEncoder(JellyOptions options, Limits limits) {
        writer = new GraphFrameWriter(options, limits);
    }

    /**
     * One self-contained bare frame: options row first, state reset before.
     *
     * @return a new array
     * @throws MalformedJellyException if the options or limits cannot carry the graph: a statement with a context in a
     *     stream of TRIPLES, a typed literal without a datatype table, a quoted triple without RDF-star, a string or
     *     frame that is too long, half a surrogate pair. The encoder stays usable
     */
    public byte[] encode(RdfGraph graph) {
        writer.reset();
        return writer.write(graph);
    }
}
