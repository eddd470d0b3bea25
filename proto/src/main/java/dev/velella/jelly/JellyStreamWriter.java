package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;

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
