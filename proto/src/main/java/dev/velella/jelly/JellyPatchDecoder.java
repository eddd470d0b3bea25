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
 * Reads bare Jelly-Patch frames that hold one patch each, version 1, with statement type QUADS or TRIPLES. With
 * TRIPLES, statements have no context. Blank node labels are kept as they are.
 *
 * <p>The stream type decides which frames can be read. FRAME: any frame is one patch. PUNCTUATED: the frame has exactly
 * one punctuation, after all other rows of the patch. FLAT: only {@link #decode} reads the frame, because it is the
 * whole stream. {@link JellyPatchStreamReader} reads patches that are divided into frames in other ways.
 *
 * <p>Not thread-safe.
 */
public final class JellyPatchDecoder implements JellyDecoder<RdfPatch> {
    private final PatchFrameReader reader;

    /**
     * @param values creates terms and statements; if it throws an {@link IllegalArgumentException}, the frame is
     *     malformed. {@link dev.velella.jelly.value.LightValueFactory#getInstance} is the fastest. Instead of RDF4J's
     *     {@code SimpleValueFactory} the decoder uses {@link dev.velella.jelly.value.LightValueFactory#eager}, whose
     *     values are equal
     */
    public JellyPatchDecoder(ValueFactory values, Limits limits) {
        reader = new PatchFrameReader(values, limits);
    }

    /** Also refuses transactions that are not well formed. */
    @Override
    public RdfPatch decode(byte[] frame) {
        return new RdfPatch(reader.readFirst(frame, Demand.WHOLE_STREAM).operations());
    }

    @Override
    public RdfPatch decodeNext(byte[] frame) {
        return new RdfPatch(reader.read(frame, Demand.ONE_PATCH).operations());
    }

    /** Refuses a stream of type FLAT, because no other frame can follow its only frame. */
    @Override
    public RdfPatch decodeKeyFrame(byte[] frame) {
        return new RdfPatch(reader.readFirst(frame, Demand.ONE_PATCH).operations());
    }

    @Override
    public void readDictionary(byte[] dictionary) {
        reader.readDictionary(dictionary);
    }

    @Override
    public RdfPatch decodeOnDictionary(byte[] frame) {
        return new RdfPatch(reader.readOnDictionary(frame, Demand.ONE_PATCH).operations());
    }

    @Override
    public void reset() {
        reader.reset();
    }

    /** Options of the running stream; empty before its first frame that has rows. */
    public Optional<JellyPatchOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toPatch);
    }

    @Override
    public long stateBytes() {
        return reader.terms.stateBytes();
    }

    @Override
    public DecoderState snapshot() {
        return reader.snapshot();
    }

    @Override
    public void restore(DecoderState state) {
        reader.restore(state);
    }
}
