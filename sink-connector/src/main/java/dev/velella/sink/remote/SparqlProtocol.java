package dev.velella.sink.remote;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.http.HttpHeaders;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryResultHandlerException;
import org.eclipse.rdf4j.query.resultio.QueryResultParseException;
import org.eclipse.rdf4j.query.resultio.helpers.QueryResultCollector;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONParser;

/**
 * Queries and updates by POST, as the SPARQL 1.1 Protocol has it; results in JSON, whole in memory. Thread-safe.
 *
 * <p>Every method throws {@link dev.velella.sink.error.StoreUnavailableException} where another attempt is worth it, and
 * {@link dev.velella.sink.error.StoreFailedException} where not; its parameter {@code purpose} goes into the message.
 */
public final class SparqlProtocol {
    /** A graph of a million statements; the rows of streams and partitions are far below. */
    private static final int MAX_ANSWER_BYTES = 256 * 1024 * 1024;

    private static final ContentType QUERY = ContentType.create("application/sparql-query", StandardCharsets.UTF_8);
    private static final ContentType UPDATE = ContentType.create("application/sparql-update", StandardCharsets.UTF_8);
    private static final String RESULTS = "application/sparql-results+json";

    private final RemoteHttp http;
    private final URI queryUrl;
    private final URI updateUrl;

    public SparqlProtocol(RemoteHttp http, URI queryUrl, URI updateUrl) {
        this.http = http;
        this.queryUrl = queryUrl;
        this.updateUrl = updateUrl;
    }

    /** The solutions of a SELECT query. */
    public List<BindingSet> select(String purpose, String query) {
        QueryResultCollector results = results(purpose, query);
        if (!results.getHandledTuple()) {
            throw RemoteFailure.notUnderstood(purpose, queryUrl, "no solutions", null);
        }
        return results.getBindingSets();
    }

    /** The answer of an ASK query. */
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
            SPARQLResultsJSONParser parser = new SPARQLResultsJSONParser();
            parser.setQueryResultHandler(results);
            parser.parseQueryResult(new ByteArrayInputStream(answer));
            return results;
        } catch (IOException | QueryResultParseException | QueryResultHandlerException e) {
            throw RemoteFailure.notUnderstood(
                    purpose,
                    queryUrl,
                    http.mask().masked(String.valueOf(e.getMessage())),
                    null); // parsers quote what they cannot read, and a server may repeat the credentials
        }
    }

    /** Does an update. */
    public void update(String purpose, byte[] utf8) {
        send(purpose, updateUrl, utf8, UPDATE, "*/*");
    }

    private byte[] send(String purpose, URI url, byte[] body, ContentType type, String accept) {
        HttpPost request = new HttpPost(url);
        request.setEntity(new ByteArrayEntity(body, type));
        request.setHeader(HttpHeaders.ACCEPT, accept);
        RemoteHttp.Reply reply = http.exchange(purpose, request, MAX_ANSWER_BYTES);
        if (!reply.answer().isSuccess()) {
            throw RemoteFailure.ofAnswer(purpose, url, reply.answer(), reply.text(), null);
        }
        return reply.body();
    }
}
