package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.EncoderState;
import dev.velella.jelly.write.GraphFrameWriter;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import java.util.Map;

/**
 * Writes graphs as bare Jelly-RDF frames: the value of a message, without a length in front. A frame is a stream of its
 * own ({@link #encode}), or the next one of a running stream ({@link #encodeNext}, {@link #encodeKeyFrame}).
 *
 * <p>The same graph on the same state always gives the same bytes. Namespaces are written, ordered by prefix, when the
 * options say so. A frame that cannot be written changes nothing. Not thread-safe.
 */
public final class JellyGraphEncoder {
    private final GraphFrameWriter writer;
    private final StatementOrder order;

    /**
     * Writes statements in the order given.
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
        this.order = order;
        writer = new GraphFrameWriter(options, limits);
    }

    /**
     * One self-contained bare frame: options row first, state reset before. Ends the running stream, also when the
     * graph is refused.
     *
     * @return a new array
     * @throws dev.velella.jelly.format.MalformedJellyException if the options or limits cannot carry the graph: a statement with a context in a
     *     stream of TRIPLES, a typed literal without a datatype table, a quoted triple without RDF-star, a string or
     *     frame that is too long, half a surrogate pair. The encoder stays usable
     */
    public byte[] encode(RdfGraph graph) {
        return writer.writeSelfContained(order.order(graph));
    }

    /**
     * The next bare frame of the running stream; the first one begins it.
     *
     * @param metadata of the frame; not interpreted
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     */
    public byte[] encodeNext(RdfGraph graph, Map<String, byte[]> metadata) {
        return writer.write(order.order(graph), metadata);
    }

    /** The next bare frame of the running stream, without metadata. */
    public byte[] encodeNext(RdfGraph graph) {
        return encodeNext(graph, Map.of());
    }

    /**
     * The next bare frame of the running stream, from which on it can be read without what came before: options row
     * first, tables empty, and everything that refers to something before is written explicitly on its first use. A
     * reader that reads straight on understands it too.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     */
    public byte[] encodeKeyFrame(RdfGraph graph, Map<String, byte[]> metadata) {
        return writer.writeKeyFrame(order.order(graph), metadata);
    }

    /** A key frame without metadata. */
    public byte[] encodeKeyFrame(RdfGraph graph) {
        return encodeKeyFrame(graph, Map.of());
    }

    /** Forgets the running stream: the next frame begins another one. */
    public void reset() {
        writer.frames().reset();
    }

    /** The state between the last frame and the next one. */
    public EncoderState snapshot() {
        return writer.frames().snapshot();
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to an encoder of other options or limits
     */
    public void restore(EncoderState state) {
        writer.frames().restore(state);
    }
}
