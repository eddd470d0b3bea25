package dev.velella.jelly;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.wire.FrameOutput;
import dev.velella.jelly.write.GraphFrameWriter;
import dev.velella.rdf.RdfGraph;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes a byte stream of Jelly-RDF, such as a file. Every graph is one frame, and all frames share one state. Not
 * thread-safe.
 */
public final class JellyStreamWriter implements Closeable, Flushable {
    private final FrameOutput out;
    private final GraphFrameWriter writer;

    /**
     * A writer of a delimited stream. Takes over the output: {@link #close} closes it. It should be buffered.
     *
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyStreamWriter(OutputStream out, JellyOptions options, Limits limits) {
        this(out, options, StreamForm.DELIMITED, limits);
    }

    /**
     * A writer of a stream of either form. A bare stream has exactly one frame. Takes over the output.
     *
     * @throws IllegalArgumentException if the table sizes of the options are above the limits, or the form is DETECT
     */
    public JellyStreamWriter(OutputStream out, JellyOptions options, StreamForm form, Limits limits) {
        this.out = new FrameOutput(out, form);
        writer = new GraphFrameWriter(options, limits);
    }

    /**
     * Writes one frame.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the graph: nothing of
     *     it was written, and this writer stays usable
     * @throws IllegalStateException if the output failed before, or the one frame of a bare stream was written
     * @throws IOException if the output cannot be written; then this writer can no longer be used
     */
    public void write(RdfGraph graph) throws IOException {
        write(graph, Map.of());
    }

    /** Writes one frame with metadata; as {@link #write(RdfGraph)}. */
    public void write(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        out.checkUsable();
        out.write(writer.write(graph, metadata));
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
