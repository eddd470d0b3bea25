package dev.velella.serve.answer;

import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes graphs as {@link JellyGraphs} does, and adds the counter to the metadata of each frame, as registries of
 * nanopublications have it: {@code c}, a varint. Not thread-safe.
 */
public final class CountedGraphs implements GraphWriter {
    private final JellyGraphs graphs = new JellyGraphs(true);

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        graphs.write(graph, graph.counter(), out);
    }

    @Override
    public void end(OutputStream out) {}
}
