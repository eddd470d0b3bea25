package dev.velella.serve.answer;

import dev.velella.document.DocumentWriter;
import dev.velella.document.format.DocumentFormat;
import dev.velella.rdf.RdfGraph;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes graphs as one array of expanded JSON-LD. Each graph is written by itself, so that only one is in memory. Not
 * thread-safe.
 */
final class JsonLdGraphs implements GraphWriter {
    private final GraphStatements statements;
    private boolean begun;

    JsonLdGraphs(boolean apart) {
        statements = new GraphStatements(apart, true);
    }

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        String array = DocumentWriter.write(DocumentFormat.JSON_LD, RdfGraph.of(statements.next(graph)))
                .strip();
        if (!array.startsWith("[") || !array.endsWith("]")) {
            throw new IOException("expanded JSON-LD is an array");
        }
        String nodes = array.substring(1, array.length() - 1).strip();
        if (!nodes.isEmpty()) {
            out.write((begun ? ",\n" : "[").getBytes(StandardCharsets.US_ASCII));
            out.write(nodes.getBytes(StandardCharsets.UTF_8));
            begun = true;
        }
    }

    @Override
    public void end(OutputStream out) throws IOException {
        out.write((begun ? "]\n" : "[]\n").getBytes(StandardCharsets.US_ASCII));
    }
}
