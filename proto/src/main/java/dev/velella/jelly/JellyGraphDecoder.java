package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.DecoderState;
import dev.velella.jelly.read.GraphFrameReader;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.RdfGraph;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Reads bare Jelly-RDF frames of the physical types TRIPLES, QUADS and GRAPHS, version 1 and 2: the values of messages.
 * Statements keep the order of the frame; of several declarations of one prefix the last counts. Blank node labels are
 * kept as they are. A statement that RDF4J cannot hold, such as one with a literal as subject, is refused. A graph of a
 * GRAPHS stream may continue in the next frame. Frame metadata is checked, but not kept: {@link JellyFrames#metadata}
 * reads it. Not thread-safe.
 */
public final class JellyGraphDecoder implements JellyDecoder<RdfGraph> {
    private final GraphFrameReader reader;

    /**
     * @param values creates terms and statements; if it throws an {@link IllegalArgumentException}, the frame is
     *     malformed. {@link dev.velella.jelly.value.LightValueFactory#getInstance} is the fastest. Instead of RDF4J's
     *     {@code SimpleValueFactory} the decoder uses {@link dev.velella.jelly.value.LightValueFactory#eager}, whose
     *     values are equal
     */
    public JellyGraphDecoder(ValueFactory values, Limits limits) {
        reader = new GraphFrameReader(values, limits);
    }

    @Override
    public RdfGraph decode(byte[] frame) {
        return reader.readFirst(frame);
    }

    @Override
    public RdfGraph decodeNext(byte[] frame) {
        return reader.read(frame);
    }

    @Override
    public void readDictionary(byte[] dictionary) {
        reader.readDictionary(dictionary);
    }

    @Override
    public RdfGraph decodeOnDictionary(byte[] frame) {
        return reader.readOnDictionary(frame);
    }

    /**
     * Decodes a bare frame that builds on the last dictionary, like {@link #decodeOnDictionary(byte[])}. Rows that stood in
     * the last frame of the same stream are taken from there and not read again.
     *
     * @param rows rows of the last frame of the same stream, new for the first one. It may have been used with another
     *     dictionary or another decoder. The frame must not be changed afterwards
     */
    public RdfGraph decodeOnDictionary(byte[] frame, RecurringRows rows) {
        return reader.readOnDictionary(frame, rows);
    }

    @Override
    public void reset() {
        reader.reset();
    }

    /** Options of the running stream; empty before its first frame that has rows. */
    public Optional<JellyOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toRdf);
    }

    @Override
    public long stateBytes() {
        return reader.stateBytes();
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
