package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.jelly.write.DictionaryTerms;
import dev.velella.jelly.write.EncoderState;
import dev.velella.jelly.write.GraphFrameWriter;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.RdfGraph;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes graphs as bare Jelly-RDF frames. Writes namespaces, in the order of their prefixes, if the options ask for
 * them. Not thread-safe.
 */
public final class JellyGraphEncoder implements JellyEncoder<RdfGraph> {
    private final GraphFrameWriter writer;

    /** Null if statements keep their order. It remembers orders, which mostly come again. */
    private final @Nullable DenseOrder dense;

    /**
     * An encoder that keeps the order of statements.
     *
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyGraphEncoder(JellyOptions options, Limits limits) {
        this(options, StatementOrder.GIVEN, limits);
    }

    /**
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyGraphEncoder(JellyOptions options, StatementOrder order, Limits limits) {
        dense = order == StatementOrder.DENSE ? new DenseOrder() : null;
        writer = new GraphFrameWriter(options, limits);
    }

    /**
     * Writes one self-contained bare frame, as the interface says.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the options or limits cannot carry the graph: a
     *     statement with a context in a stream of TRIPLES, a typed literal without a datatype table, a quoted triple
     *     without RDF-star, a string or frame that is too long, half a surrogate pair
     */
    @Override
    public byte[] encode(RdfGraph graph) {
        return writer.writeSelfContained(ordered(graph));
    }

    /**
     * Writes the next bare frame of the running stream, with metadata. The first frame begins the stream.
     *
     * @param metadata of the frame; not interpreted
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the
     *     call
     */
    public byte[] encodeNext(RdfGraph graph, Map<String, byte[]> metadata) {
        return writer.write(ordered(graph), metadata);
    }

    @Override
    public byte[] encodeNext(RdfGraph graph) {
        return encodeNext(graph, Map.of());
    }

    /**
     * Writes a key frame with metadata.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the
     *     call
     */
    public byte[] encodeKeyFrame(RdfGraph graph, Map<String, byte[]> metadata) {
        return writer.writeKeyFrame(ordered(graph), metadata);
    }

    @Override
    public byte[] encodeKeyFrame(RdfGraph graph) {
        return encodeKeyFrame(graph, Map.of());
    }

    @Override
    public void count(RdfGraph graph, TermCounts counts) {
        counts.beginElement();
        ordered(graph).statements().forEach(counts::add);
    }

    @Override
    public byte[] makeDictionary(DictionaryTerms terms) {
        return writer.frames().dictionary(terms);
    }

    @Override
    public void takeDictionary(byte[] dictionary) {
        writer.frames().takeDictionary(dictionary);
    }

    @Override
    public byte[] encodeOnDictionary(RdfGraph graph) {
        return writer.writeOnDictionary(ordered(graph));
    }

    @Override
    public void reset() {
        writer.frames().reset();
    }

    @Override
    public EncoderState snapshot() {
        return writer.frames().snapshot();
    }

    @Override
    public void restore(EncoderState state) {
        writer.frames().restore(state);
    }

    private RdfGraph ordered(RdfGraph graph) {
        return dense == null ? graph : new RdfGraph(dense.of(graph.statements()), graph.namespaces());
    }
}
