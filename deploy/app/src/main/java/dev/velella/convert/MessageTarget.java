package dev.velella.convert;

import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * Makes a log of RDF Messages of any input: a message of a log stays a message, a frame that is an element of its stream becomes
 * one, and all else is one message.
 */
final class MessageTarget implements GraphTarget {
    private final GraphTarget log;
    private boolean isLog;
    private boolean isFramed;
    private boolean isTold;

    MessageTarget(GraphTarget log) {
        this.log = log;
    }

    /** Frames of a flat stream are cut anywhere, and share their blank nodes. */
    @Override
    public void options(JellyOptions options) {
        isFramed = options.logicalType().isFramed();
    }

    private void tell() throws IOException {
        if (!isTold) {
            isTold = true;
            log.messages();
        }
    }

    @Override
    public void messages() throws IOException {
        isLog = true;
        tell();
    }

    @Override
    public void endMessage() throws IOException {
        log.endMessage();
    }

    @Override
    public void namespace(String prefix, String iri) throws IOException {
        tell();
        log.namespace(prefix, iri);
    }

    @Override
    public void statement(Statement statement) throws IOException {
        tell();
        log.statement(statement);
    }

    @Override
    public void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        tell();
        GraphTarget.super.frame(graph, metadata);
        if (isFramed) {
            log.endMessage();
        }
    }

    @Override
    public void end() throws IOException {
        tell();
        if (!isLog && !isFramed) {
            log.endMessage();
        }
        log.end();
    }
}
