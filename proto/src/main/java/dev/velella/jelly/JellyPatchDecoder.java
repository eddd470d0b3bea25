package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.read.PatchFrameReader;
import dev.velella.jelly.read.PatchFrameReader.Demand;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.RdfPatch;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads bare Jelly-Patch frames that hold one patch each, version 1, statement type QUADS, or TRIPLES, whose statements
 * then have no context. Blank node labels are kept as they are.
 *
 * <p>What one frame must be depends on the stream type. FRAME: any frame is one patch. PUNCTUATED: exactly one
 * punctuation, behind all other rows of the patch. FLAT: the frame is the whole stream, so only {@link #decode} reads
 * it. {@link JellyPatchStreamReader} reads patches that are cut into frames in other ways.
 *
 * <p>A frame is read as a whole or not at all: after an exception the decoder is exactly as it was before the call. Not
 * thread-safe.
 */
public final class JellyPatchDecoder {
    private final PatchFrameReader reader;

    /**
     * @param values creates terms and statements; an {@link IllegalArgumentException} of it means that the frame is
     *     malformed. {@link dev.velella.jelly.value.LightValueFactory#getInstance} is the fastest; instead of RDF4J's {@code SimpleValueFactory},
     *     which has values equal to its own, {@link dev.velella.jelly.value.LightValueFactory#eager} is taken
     */
    public JellyPatchDecoder(ValueFactory values, Limits limits) {
        reader = new PatchFrameReader(values, limits);
    }

    /**
     * Decodes one self-contained bare frame, whatever was decoded before. Ends the running stream; the frame begins
     * another one.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not such a frame, are above the limits, or the transactions in it
     *     are not well formed; nothing else is thrown whatever the bytes are, and the decoder is as it was before the
     *     call
     */
    public RdfPatch decode(byte[] frame) {
        return new RdfPatch(reader.readFirst(frame, Demand.WHOLE_STREAM).operations());
    }

    /**
     * Decodes the next bare frame of the running stream; the first one that is not empty must begin with options.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfPatch decodeNext(byte[] frame) {
        return new RdfPatch(reader.read(frame, Demand.ONE_PATCH).operations());
    }

    /**
     * Forgets the running stream and begins with a frame that starts with options, which may differ from those before.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #decode}; the decoder is as it was before the call
     */
    public RdfPatch decodeKeyFrame(byte[] frame) {
        return new RdfPatch(reader.readFirst(frame, Demand.ONE_PATCH).operations());
    }

    /** Forgets the running stream: the next frame must begin with options. */
    public void reset() {
        reader.reset();
    }

    /** Options of the running stream; empty before its first frame that has rows. */
    public Optional<JellyPatchOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toPatch);
    }

    /** Estimated memory of the lookup tables, in bytes. */
    public long stateBytes() {
        return reader.terms.stateBytes();
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
