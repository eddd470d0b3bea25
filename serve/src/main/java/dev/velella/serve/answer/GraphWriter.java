package dev.velella.serve.answer;

import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;

/** Writes graphs of streams one after the other as one document. Not thread-safe. */
public interface GraphWriter {
    /** Writes the next graph. */
    void write(StoredGraph graph, OutputStream out) throws IOException;

    /** Ends the document. */
    void end(OutputStream out) throws IOException;
}
