package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.read.GraphFrameReader;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.RdfGraph;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a byte stream of Jelly-RDF, one after the other: a delimited stream, or one bare frame. The first
 * three bytes tell the two forms apart (Jelly specification, delimited variant). The frames of a stream share one
 * state.
 *
 * <p>Every frame gives one graph. An empty frame gives an empty graph. A delimited stream must end exactly between two
 * frames. Not thread-safe.
 */
public final class JellyStreamReader implements Closeable {
    private final FrameInput frames;
    private final GraphFrameReader reader;
    private byte[] last = new byte[0];

    /** Takes over the input: {@link #close} closes it. It need not be buffered. */
    public JellyStreamReader(InputStream in, ValueFactory values, Limits limits) {
        this(in, StreamForm.DETECT, values, limits);
    }

    /** Takes over an input of the given form: {@link #close} closes it. It need not be buffered. */
    public JellyStreamReader(InputStream in, StreamForm form, ValueFactory values, Limits limits) {
        frames = new FrameInput(in, form, limits);
        reader = new GraphFrameReader(values, limits);
    }

    /**
     * Reads the graph of the next frame; null at the end.
     *
     * @throws MalformedJellyException if the stream is malformed, cut, or above the limits; every later call throws it
     *     again
     * @throws IOException if the input cannot be read; no later call reads on
     */
    public @Nullable RdfGraph next() throws IOException {
        byte[] bytes = frames.next();
        try {
            if (bytes == null) {
                last = new byte[0];
                reader.checkEnd();
                return null;
            }
            RdfGraph graph = reader.read(bytes);
            last = bytes;
            return graph;
        } catch (MalformedJellyException e) {
            throw frames.failed(e);
        }
    }

    /** Options of the stream; empty before the first frame that has rows. */
    public Optional<JellyOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toRdf);
    }

    /**
     * Metadata of the frame that was read last, in its order; empty if there is none, never null. The metadata is read
     * by this call, not before.
     *
     * @throws MalformedJellyException as {@link JellyFrames#metadata}
     */
    public Map<String, byte[]> metadata() {
        return JellyFrames.metadata(last);
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
