package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.MediaType;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.sink.query.QueryBudget;
import dev.velella.sink.query.QueryMemory;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.query.RowWriters;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import org.eclipse.rdf4j.common.lang.FileFormat;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.QueryInterruptedException;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.resultio.BooleanQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.jspecify.annotations.Nullable;

/**
 * Answers SPARQL queries. The number of queries at the same time is bounded. Usually the results are sent as they come.
 * If queries block the writing of the store, the result is sent when it is complete. Thread-safe.
 */
final class QueryRoute implements StoreRoute {
    /** Maximum number of queries at the same time. Further queries get status 503. */
    static final int MAX_QUERIES = 8;

    /** Maximum number of requests that wait for records at the same time. Further ones get status 503. */
    private static final int MAX_WAITING = 16;

    /** Maximum size of a result, in bytes, if queries block the writing of the store. */
    private static final long MAX_KEPT_BYTES = 1L << 30;

    private static final List<TupleQueryResultFormat> TUPLE_FORMATS = List.of(
            TupleQueryResultFormat.JSON,
            TupleQueryResultFormat.SPARQL,
            TupleQueryResultFormat.CSV,
            TupleQueryResultFormat.TSV);
    private static final List<BooleanQueryResultFormat> BOOLEAN_FORMATS =
            List.of(BooleanQueryResultFormat.JSON, BooleanQueryResultFormat.SPARQL, BooleanQueryResultFormat.TEXT);
    private static final List<RDFFormat> GRAPH_FORMATS = List.of(
            RDFFormat.TURTLE, RDFFormat.NTRIPLES, RDFFormat.TRIG, RDFFormat.NQUADS, RDFFormat.RDFXML, RDFFormat.JSONLD);

    private final Queryable store;
    private final long timeoutMs;
    private final long holdMs;
    private final QueryMemory memory;
    private final Semaphore slots = new Semaphore(MAX_QUERIES);
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    QueryRoute(Queryable store, EndpointOptions options) {
        this.store = store;
        this.timeoutMs = options.timeoutMs();
        this.holdMs = options.holdMs();
        this.memory = new QueryMemory(options.memoryBytes());
    }

    @Override
    public void answer(ServerRequest request, Reply response) throws IOException {
        QueryRequest query = QueryRequest.read(request);
        String accept = request.header("Accept");
        await(query);
        if (!slots.tryAcquire()) {
            response.header("Retry-After", "1");
            throw new HttpFault(503, MAX_QUERIES + " queries are running already; try again later");
        }
        try {
            if (store.isHeldUpByReaders()) {
                answerWhenWhole(query, accept, response);
            } else {
                answer(query, accept, response, response);
            }
        } finally {
            slots.release();
        }
    }

    private void await(QueryRequest request) {
        try {
            request.applied().await(store, waiting, timeoutMs);
        } catch (InterruptedException e) {
            throw new QueryInterruptedException(e);
        }
    }

    /** The answer to a request for the past of a store that has none. */
    static HttpFault noHistory() {
        return new HttpFault(400, "the store keeps no history; the option of the connector is history=true");
    }

    private void answerWhenWhole(QueryRequest request, @Nullable String accept, Reply response) throws IOException {
        ResultSpool spool = new ResultSpool(MAX_KEPT_BYTES);
        try {
            answer(request, accept, response, spool);
            spool.send(response);
        } finally {
            spool.discard();
        }
    }

    private void answer(QueryRequest request, @Nullable String accept, Reply response, OutputStream out)
            throws IOException {
        try (QueryBudget budget = QueryBudget.begin(memory, timeoutMs, holdMs)) {
            QueryPolicy.check(request.query());
            budget.check();
            try (RepositoryConnection connection = connect(request.moment(), response)) {
                Query query = connection.prepareQuery(request.query());
                if (request.dataset() != null) {
                    query.setDataset(request.dataset());
                }
                write(query, accept, response, out);
            }
        }
    }

    private RepositoryConnection connect(@Nullable Moment moment, Reply response) {
        if (moment == null) {
            return store.connect();
        }
        StoreHistory history = store.history().orElseThrow(QueryRoute::noHistory);
        long commit = moment.commit(history);
        CommitRecord record = history.commits().find(commit).orElseThrow(() -> Moment.forgotten(history.commits()));
        RepositoryConnection connection = store.connect(commit).orElseThrow(() -> Moment.forgotten(history.commits()));
        response.header("Velella-Commit", Long.toString(commit));
        if (record.eventTimeMs() != CommitRecord.NO_TIME) {
            response.header(
                    "Velella-Event-Time",
                    Instant.ofEpochMilli(record.eventTimeMs()).toString());
        }
        return connection;
    }

    private static void write(Query query, @Nullable String accept, Reply response, OutputStream out)
            throws IOException {
        if (query instanceof TupleQuery tuples) {
            TupleQueryResultFormat format = choose(accept, TUPLE_FORMATS, response);
            tuples.evaluate(RowWriters.of(format, out));
        } else if (query instanceof GraphQuery graph) {
            RDFFormat format = choose(accept, GRAPH_FORMATS, response);
            graph.evaluate(GraphResult.writer(format, out));
        } else {
            BooleanQueryResultFormat format = choose(accept, BOOLEAN_FORMATS, response);
            boolean result = ((BooleanQuery) query).evaluate();
            QueryResultIO.createBooleanWriter(format, out).handleBoolean(result);
        }
    }

    /** A format under one of its media types. */
    private record Offer<F extends FileFormat>(F format, String mediaType) implements MediaType {}

    /** The format that the client wants, under the media type for which it asks. */
    private static <F extends FileFormat> F choose(@Nullable String accept, List<F> offered, Reply response) {
        List<Offer<F>> offers = offered.stream()
                .flatMap(format ->
                        format.getMIMETypes().stream().map(type -> new Offer<>(format, type.toLowerCase(Locale.ROOT))))
                .toList();
        Offer<F> choice = Negotiation.format(accept, offers);
        String charset = choice.mediaType().startsWith("text/") ? "; charset=utf-8" : "";
        response.contentType(choice.mediaType() + charset);
        response.addHeader("Vary", "Accept");
        return choice.format();
    }
}
