package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads self-contained, bare Jelly-RDF frames of the physical types TRIPLES, QUADS and GRAPHS, version 1 and 2.
 * Blank node labels are kept as they are. Generalized statements are refused. Not thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyGraphDecoder {
    private final GraphFrameReader reader;

    /**
     * @param values creates terms and statements; an {@link IllegalArgumentException} of it means that the frame is
     *     malformed
     */
    public JellyGraphDecoder(ValueFactory values, Limits limits) {
        reader = new GraphFrameReader(values, limits);
    }

    /**
     * Decodes one self-contained bare frame. Statements keep the order of the frame; of several declarations of one
     * prefix the last counts.
     *
     * @throws MalformedJellyException if the bytes are not such a frame or are above the limits; nothing else is thrown
     *     whatever the bytes are, and the decoder stays usable
     */
    public RdfGraph decode(byte[] frame) {
        return reader.readSelfContained(frame);
    }

    /**
     * Decodes the next bare frame of the running stream; the first one must begin with options.
     *
     * @throws MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfGraph decodeNext(byte[] frame) {
        return reader.read(frame);
    }

    /**
     * Forgets the running stream and begins with a frame that starts with options.
     *
     * @throws MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfGraph decodeKeyFrame(byte[] frame) {
        reader.reset();
        return reader.read(frame);
    }

    /** Forgets the running stream: the next frame must begin with options. */
    public void reset() {
        reader.reset();
    }

    /** The state between the last frame and the next one. */
    public DecoderState snapshot() {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to a decoder of another kind or other limits
     */
    public void restore(DecoderState state) {
        throw new UnsupportedOperationException();
    }
}
