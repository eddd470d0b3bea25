package dev.velella.outbox.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.velella.capture.OutboxTerms;
import dev.velella.outbox.OutboxSail;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.SailConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of {@link OutboxTerms} as RDF4J's REST API does: {@code GET} and {@code DELETE} of statements with a
 * subject in the outbox's graph. A failure of the store is status 500, so the source asks again. Stateless beside its Sail.
 */
final class OutboxHandler implements HttpHandler {
    private static final Logger log = LoggerFactory.getLogger(OutboxHandler.class);

    private final OutboxSail sail;

    OutboxHandler(OutboxSail sail) {
        this.sail = sail;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        IRI subject = parameter(exchange, "subj");
        if (subject == null || !OutboxTerms.GRAPH.equals(parameter(exchange, "context"))) {
            refuse(exchange, 400, "this address serves an outbox alone: subj and context name a request of it");
            return;
        }
        try {
            switch (exchange.getRequestMethod()) {
                case "GET" -> respond(exchange, 200, "application/n-quads", read(subject));
                case "DELETE" -> {
                    forget(subject);
                    exchange.sendResponseHeaders(204, -1);
                }
                default -> refuse(exchange, 405, "GET reads the outbox, DELETE trims it");
            }
        } catch (RuntimeException e) { // of the store: nothing is sent yet
            log.warn("The outbox cannot answer {}", exchange.getRequestURI(), e);
            refuse(exchange, 500, "the outbox cannot answer: " + e.getMessage());
        }
    }

    /** An IRI in angle brackets; null if there is none of the outbox. */
    private static @Nullable IRI parameter(HttpExchange exchange, String name) {
        String query = exchange.getRequestURI().getRawQuery();
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            if (parameter.startsWith(name + "=")) {
                try {
                    String text = URLDecoder.decode(parameter.substring(name.length() + 1), StandardCharsets.UTF_8);
                    return NTriplesUtil.parseURI(text, SimpleValueFactory.getInstance());
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
        }
        return null;
    }

    /** The whole answer, made before its first byte is sent: a failure cannot cut it off, and nothing of the store is held. */
    private byte[] read(IRI subject) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
                SailConnection connection = sail.getConnection();
                CloseableIteration<? extends Statement> statements =
                        connection.getStatements(subject, null, null, false, OutboxTerms.GRAPH)) {
            while (statements.hasNext()) {
                Statement statement = statements.next();
                NTriplesUtil.append(statement.getSubject(), writer);
                writer.append(' ');
                NTriplesUtil.append(statement.getPredicate(), writer);
                writer.append(' ');
                NTriplesUtil.append(statement.getObject(), writer);
                writer.append(' ');
                NTriplesUtil.append(statement.getContext(), writer);
                writer.append(" .\n");
            }
        }
        return bytes.toByteArray();
    }

    private void forget(IRI subject) {
        try (SailConnection connection = sail.getConnection()) {
            connection.begin(IsolationLevels.SNAPSHOT);
            connection.removeStatements(subject, null, null, OutboxTerms.GRAPH);
            connection.commit();
        }
    }

    private static void refuse(HttpExchange exchange, int status, String message) throws IOException {
        respond(exchange, status, "text/plain; charset=utf-8", message.getBytes(StandardCharsets.UTF_8));
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
