package dev.velella.document.write;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes NDJSON-LD, the log of RDF Messages in JSON-LD: each message is a line with an object, whose {@code @graph} has the
 * nodes; an empty message is {@code {}}. There is no context. Holds one message in memory.
 */
final class JsonLinesTarget implements GraphTarget {
    private final Writer out;
    private List<Statement> statements = new ArrayList<>();
    private boolean isLog;

    JsonLinesTarget(Writer out) {
        this.out = out;
    }

    @Override
    public void messages() {
        isLog = true;
    }

    /** Does nothing, because expanded JSON-LD has no namespaces. */
    @Override
    public void namespace(String prefix, String iri) {}

    @Override
    public void statement(Statement statement) {
        statements.add(statement);
    }

    @Override
    public void endMessage() throws IOException {
        if (statements.isEmpty()) {
            out.write("{}\n");
            return;
        }
        StringWriter document = new StringWriter();
        GraphTarget target = TextTargets.jsonLd(document);
        for (Statement statement : statements) {
            target.statement(statement);
        }
        target.end();
        statements = new ArrayList<>();
        // a line feed within a text of JSON is always escaped
        out.write("{\"@graph\":" + document.toString().strip().replaceAll("[\\r\\n]+", "") + "}\n");
    }

    @Override
    public void end() throws IOException {
        if (!isLog) {
            endMessage();
        }
        out.flush();
    }
}
