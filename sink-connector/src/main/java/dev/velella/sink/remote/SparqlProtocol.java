package dev.velella.sink.remote;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.http.HttpHeaders;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryResultHandler;
import org.eclipse.rdf4j.query.QueryResultHandlerException;
import org.eclipse.rdf4j.query.TupleQueryResultHandler;
import org.eclipse.rdf4j.query.resultio.QueryResultParseException;
import org.eclipse.rdf4j.query.resultio.helpers.QueryResultCollector;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONParser;

/**
 * Sends queries and updates by POST, by the SPARQL 1.1 Protocol. Results are in JSON. Thread-safe.
 *
 * <p>Every method throws {@link dev.velella.sink.error.StoreUnavailableException} if another attempt makes sense, else
 * {@link dev.velella.sink.error.StoreFailedException}. The parameter {@code purpose} is a part of the message.
 */
public final class SparqlProtocol implements AutoCloseable {
    /**
     * Maximum size of an answer, in bytes. It is enough for a graph of a million statements; rows of streams and
     * partitions are far smaller.
     */
    private static final int MAX_ANSWER_BYTES = 256 * 1024 * 1024;

    private static final ContentType QUERY = ContentType.create("application/sparql-query", StandardCharsets.UTF_8);
    private static final ContentType UPDATE = ContentType.create("application/sparql-update", StandardCharsets.UTF_8);
    private static final String RESULTS = "application/sparql-results+json";

    private final RemoteHttp http;
    private final URI queryUrl;
    private final URI updateUrl;

    /**
     * Makes a protocol object with connections of its own. The caller must close it.
     *
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    public static SparqlProtocol of(RemoteSettings settings) {
        return new SparqlProtocol(new RemoteHttp(settings), settings.queryUrl(), settings.updateUrl());
    }

    public SparqlProtocol(RemoteHttp http, URI queryUrl, URI updateUrl) {
        this.http = http;
        this.queryUrl = queryUrl;
        this.updateUrl = updateUrl;
    }

    /** Passes the solutions of a SELECT query to a handler as they come. Exceptions of the handler are passed on. */
    public void select(String purpose, String query, TupleQueryResultHandler handler) {
        send(purpose, queryUrl, query.getBytes(StandardCharsets.UTF_8), QUERY, RESULTS, body -> {
            parse(purpose, body, handler);
            return new byte[0];
        });
    }

    /** Returns all solutions of a SELECT query, in memory. */
    public List<BindingSet> select(String purpose, String query) {
        QueryResultCollector results = results(purpose, query);
        if (!results.getHandledTuple()) {
            throw RemoteFailure.notUnderstood(purpose, queryUrl, "no solutions", null);
        }
        return results.getBindingSets();
    }

    /** Returns the answer of an ASK query. */
    public boolean ask(String purpose, String query) {
        QueryResultCollector results = results(purpose, query);
        if (!results.getHandledBoolean()) {
            throw RemoteFailure.notUnderstood(purpose, queryUrl, "no boolean", null);
        }
        return results.getBoolean();
    }

    private QueryResultCollector results(String purpose, String query) {
        byte[] answer = send(purpose, queryUrl, query.getBytes(StandardCharsets.UTF_8), QUERY, RESULTS);
        QueryResultCollector results = new QueryResultCollector();
        try {
            parse(purpose, new ByteArrayInputStream(answer), results);
            return results;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen for bytes in memory
        }
    }

    private void parse(String purpose, InputStream answer, QueryResultHandler handler) throws IOException {
        try {
            SPARQLResultsJSONParser parser = new SPARQLResultsJSONParser();
            parser.setQueryResultHandler(handler);
            parser.parseQueryResult(answer);
        } catch (QueryResultParseException | QueryResultHandlerException e) {
            throw RemoteFailure.notUnderstood(
                    purpose,
                    queryUrl,
                    http.mask().masked(String.valueOf(e.getMessage())),
                    null); // no cause: parsers quote unreadable text, and a server may repeat the credentials
        }
    }

    /** Sends an update. */
    public void update(String purpose, byte[] utf8) {
        send(purpose, updateUrl, utf8, UPDATE, "*/*");
    }

    private byte[] send(String purpose, URI url, byte[] body, ContentType type, String accept) {
        return send(purpose, url, body, type, accept, RemoteHttp.upTo(purpose, url, MAX_ANSWER_BYTES));
    }

    private byte[] send(
            String purpose, URI url, byte[] body, ContentType type, String accept, RemoteHttp.Body success) {
        HttpPost request = new HttpPost(url);
        request.setEntity(new ByteArrayEntity(body, type));
        request.setHeader(HttpHeaders.ACCEPT, accept);
        RemoteHttp.Reply reply = http.exchange(purpose, request, success);
        if (!reply.answer().isSuccess()) {
            boolean isUpdate = type == UPDATE;
            throw RemoteFailure.ofAnswer(
                    purpose,
                    url,
                    reply.answer(),
                    reply.text(),
                    null,
                    isUpdate ? "target.update.url" : "target.url",
                    isUpdate ? "updates" : "queries");
        }
        return reply.body();
    }

    @Override
    public void close() {
        http.close();
    }
}
