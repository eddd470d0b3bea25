package dev.velella.jelly;

import dev.velella.rdf.RdfPatch;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads self-contained, bare Jelly-Patch frames: version 1, stream type FRAME, statement type QUADS, or TRIPLES, whose
 * statements then have no context. Blank node labels are kept as they are. Not thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyPatchDecoder {
    private final PatchFrameReader reader;

    /**
     * @param values creates terms and statements; an {@link IllegalArgumentException} of it means that the frame is
     *     malformed
     */
    public JellyPatchDecoder(ValueFactory values, Limits limits) {
        reader = new PatchFrameReader(values, limits);
    }

    /**
     * Decodes one self-contained bare frame.
     *
     * @throws MalformedJellyException if the bytes are not such a frame, are above the limits, or the transactions in it
     *     are not well formed; nothing else is thrown whatever the bytes are, and the decoder stays usable
     */
    public RdfPatch decode(byte[] frame) {
        return reader.readSelfContained(frame);
    }

    /**
     * Decodes the next bare frame of the running stream; the first one must begin with options.
     *
     * @throws MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfPatch decodeNext(byte[] frame) {
        return reader.read(frame);
    }

    /**
     * Forgets the running stream and begins with a frame that starts with options.
     *
     * @throws MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfPatch decodeKeyFrame(byte[] frame) {
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
