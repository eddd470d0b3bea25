package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes a delimited stream of Jelly-RDF, such as a file: every graph is one frame, and the state of the stream runs
 * across its frames. Not thread-safe.
 */
public final class JellyStreamWriter implements Closeable, Flushable {
    private final OutputStream out;
    private final GraphFrameWriter writer;
    private boolean failed;

    /**
     * Takes over the output: {@link #close} closes it. It should be buffered.
     *
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyStreamWriter(OutputStream out, JellyOptions options, Limits limits) {
        this(out, options, StreamForm.DELIMITED, limits);
    }

    /**
     * Takes over the output, for a stream of either form; a bare one has exactly one frame.
     *
     * @throws IllegalArgumentException if the table sizes of the options are above the limits, or the form is to be
     *     detected
     */
    public JellyStreamWriter(OutputStream out, JellyOptions options, StreamForm form, Limits limits) {
        this.out = out;
        writer = new GraphFrameWriter(options, limits);
    }

    /**
     * Writes one frame.
     *
     * @throws MalformedJellyException if options or limits cannot carry the graph: nothing of it was written, and what
     *     was written before is a whole stream, but this writer can no longer be used
     * @throws IllegalStateException if an earlier call failed
     * @throws IOException if the output cannot be written
     */
    public void write(RdfGraph graph) throws IOException {
        write(graph, Map.of());
    }

    /** Writes one frame with metadata; as {@link #write(RdfGraph)}. */
    public void write(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        if (failed) {
            throw new IllegalStateException("an earlier graph could not be written: the stream must be begun anew");
        }
        failed = true;
        byte[] frame = writer.write(graph);
        int length = frame.length;
        while (length >= 0x80) {
            out.write(length | 0x80);
            length >>>= 7;
        }
        out.write(length);
        out.write(frame);
        failed = false;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
