package dev.velella.serve.answer;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.transcode.JellyTranscoder;
import dev.velella.jelly.transcode.TranscodedStream;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes graphs as one delimited stream of Jelly-RDF. The frames of the graphs are joined without building their terms.
 * Not thread-safe.
 */
final class JellyGraphs implements GraphWriter {
    /** Stored graphs fit into these options. */
    static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 1);

    private final JellyTranscoder joined = new JellyTranscoder(OPTIONS, Limits.DEFAULT);
    private final TranscodedStream graphs = joined.stream("");
    private final boolean apart;
    private long number;

    JellyGraphs(boolean apart) {
        this.apart = apart;
    }

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        Delimited.write(next(graph), out);
    }

    /** The next frame of the stream. */
    byte[] next(StoredGraph graph) {
        number++;
        TranscodedStream stream = apart && graph.blankNodes() ? joined.stream(BlankNodes.prefix(number)) : graphs;
        byte[] frame = stream.next(graph.frame());
        stream.end();
        return frame;
    }

    @Override
    public void end(OutputStream out) {}
}
