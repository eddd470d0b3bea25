package dev.velella.serve.answer;

import dev.velella.kit.http.message.Content;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;

/** A content of graphs in one document. Owns the rows and closes them. Not thread-safe. */
public final class GraphContent implements Content {
    private final Rows<StoredGraph> graphs;
    private final GraphWriter writer;

    public GraphContent(Rows<StoredGraph> graphs, GraphWriter writer) {
        this.graphs = graphs;
        this.writer = writer;
    }

    @Override
    public Progress write(OutputStream out) throws IOException {
        StoredGraph graph = graphs.next();
        if (graph == null) {
            writer.end(out);
            return Progress.END;
        }
        writer.write(graph, out);
        return Progress.MORE;
    }

    @Override
    public void close() {
        graphs.close();
    }
}
