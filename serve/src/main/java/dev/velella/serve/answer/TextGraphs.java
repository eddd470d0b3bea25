package dev.velella.serve.answer;

import dev.velella.document.write.GraphTarget;
import dev.velella.serve.state.StoredGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes graphs as one document of a text format, statement by statement. Formats without named graphs leave out the names
 * of the graphs. In a log each graph is a message. Not thread-safe.
 */
final class TextGraphs implements GraphWriter {
    private final GraphStatements statements;
    private final StringWriter text = new StringWriter();
    private final GraphTarget target;
    private final boolean isLog;

    /**
     * @param apart whether the blank nodes of different graphs are kept apart
     * @param named whether statements keep their graph names
     */
    TextGraphs(GraphFormat format, boolean apart, boolean named) {
        statements = new GraphStatements(apart, named);
        isLog = format.isLog();
        target = format.target(text);
    }

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        for (Statement statement : statements.next(graph)) {
            target.statement(statement);
        }
        if (isLog) {
            target.endMessage();
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
