package dev.velella.serve.answer;

import dev.velella.document.format.DocumentFormat;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes graphs as one document of a text format, statement by statement. Formats without named graphs leave out the names
 * of the graphs. Not thread-safe.
 */
final class TextGraphs implements GraphWriter {
    private final GraphStatements statements;
    private final StringWriter text = new StringWriter();
    private final GraphTarget target;

    TextGraphs(DocumentFormat format, boolean apart) {
        statements = new GraphStatements(apart, format.hasNamedGraphs());
        target = TextTargets.open(format, text);
    }

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        for (Statement statement : statements.next(graph)) {
            target.statement(statement);
        }
        send(out);
    }

    @Override
    public void end(OutputStream out) throws IOException {
        target.end();
        send(out);
    }

    private void send(OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.getBuffer().setLength(0);
    }
}
