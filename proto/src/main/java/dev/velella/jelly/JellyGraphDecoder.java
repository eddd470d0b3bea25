package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.read.GraphFrameReader;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.RdfGraph;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads bare Jelly-RDF frames of the physical types TRIPLES, QUADS and GRAPHS, version 1 and 2: the values of messages.
 * Blank node labels are kept as they are. A statement that RDF4J has not, such as one with a literal as subject, is
 * refused. Frame metadata is checked and not kept: {@link JellyFrames#metadata} reads it.
 *
 * <p>A frame is read as a whole or not at all: after an exception the decoder is exactly as it was before the call. Not
 * thread-safe.
 */
public final class JellyGraphDecoder {
    private final GraphFrameReader reader;

    /**
     * @param values creates terms and statements; an {@link IllegalArgumentException} of it means that the frame is
     *     malformed. {@link dev.velella.jelly.value.LightValueFactory#getInstance} is the fastest; instead of RDF4J's {@code SimpleValueFactory},
     *     which has values equal to its own, {@link dev.velella.jelly.value.LightValueFactory#eager} is taken
     */
    public JellyGraphDecoder(ValueFactory values, Limits limits) {
        reader = new GraphFrameReader(values, limits);
    }

    /**
     * Decodes one self-contained bare frame, whatever was decoded before. Statements keep the order of the frame; of
     * several declarations of one prefix the last counts. Ends the running stream; the frame begins another one.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not such a frame or are above the limits; nothing else is thrown
     *     whatever the bytes are, and the decoder is as it was before the call
     */
    public RdfGraph decode(byte[] frame) {
        return reader.readFirst(frame);
    }

    /**
     * Decodes the next bare frame of the running stream; the first one that is not empty must begin with options. A graph
     * of a GRAPHS stream may go on from frame to frame.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfGraph decodeNext(byte[] frame) {
        return reader.read(frame);
    }

    /**
     * Forgets the running stream and begins with a frame that starts with options, which may differ from those before.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfGraph decodeKeyFrame(byte[] frame) {
        return reader.readFirst(frame);
    }

    /** Forgets the running stream: the next frame must begin with options. */
    public void reset() {
        reader.reset();
    }

    /** Options of the running stream; empty before its first frame that has rows. */
    public Optional<JellyOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toRdf);
    }

    /** Estimated memory of the lookup tables, in bytes. */
    public long stateBytes() {
        return reader.stateBytes();
    }

    /** The state between the last frame and the next one. */
    public DecoderState snapshot() {
        return reader.snapshot();
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to a decoder of another kind or other limits
     */
    public void restore(DecoderState state) {
        reader.restore(state);
    }
}
