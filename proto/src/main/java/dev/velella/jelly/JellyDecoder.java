package dev.velella.jelly;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.DecoderState;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads bare Jelly frames of one kind. Each frame holds one element.
 *
 * <p>A frame is read as a whole or not at all: after an exception the decoder is exactly as it was before the call. Not
 * thread-safe.
 *
 * @param <E> kind of element in a frame
 */
public sealed interface JellyDecoder<E extends StreamElement> permits JellyGraphDecoder, JellyPatchDecoder {
    /**
     * A decoder of frames of a kind.
     *
     * @param values creates terms and statements, as for {@link JellyGraphDecoder}
     */
    static JellyDecoder<?> of(ElementKind kind, ValueFactory values, Limits limits) {
        return switch (kind) {
            case GRAPH -> new JellyGraphDecoder(values, limits);
            case PATCH -> new JellyPatchDecoder(values, limits);
        };
    }

    /**
     * Decodes one self-contained bare frame, independent of earlier frames. Ends the running stream; the frame begins
     * another one.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not such a frame or are above the
     *     limits; nothing else is thrown whatever the bytes are, and the decoder is as it was before the call
     */
    E decode(byte[] frame);

    /**
     * Decodes the next bare frame of the running stream; the first one that is not empty must begin with options.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the
     *     call
     */
    E decodeNext(byte[] frame);

    /**
     * Forgets the running stream and begins another one with a frame that starts with options. They may differ from the
     * options before. Other frames can follow.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the
     *     call
     */
    default E decodeKeyFrame(byte[] frame) {
        return decode(frame);
    }

    /**
     * Reads a dictionary ({@link JellyEncoder#makeDictionary}): a frame with options and entries, and no other row. Ends
     * the running stream. From now on {@link #decodeOnDictionary} reads frames that build on it.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the
     *     call
     */
    void readDictionary(byte[] dictionary);

    /**
     * Decodes a bare frame that builds on the last dictionary, in any order. A frame that refers to anything but the
     * dictionary and itself, or sets an entry of the dictionary, is malformed.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the
     *     call
     * @throws IllegalStateException if there is no dictionary
     */
    E decodeOnDictionary(byte[] frame);

    /** Forgets the running stream: the next frame must begin with options. */
    void reset();

    /** Estimated memory of the lookup tables, in bytes. */
    long stateBytes();

    /** The state between the last frame and the next one. */
    DecoderState snapshot();

    /**
     * Continues from a state.
     *
     * @throws IllegalArgumentException if the state belongs to a decoder of another kind or other limits
     */
    void restore(DecoderState state);
}
