package dev.velella.page.http;

import com.sun.net.httpserver.HttpExchange;
import dev.velella.page.PipelineWatch;
import dev.velella.status.state.SinkState;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Passes queries on to the endpoint of the store, and the answers back. Never passes an update. Thread-safe. */
final class QueryRoute {
    private static final int MOST_QUERY = 1 << 20;
    private static final int MOST_ANSWER = 16 << 20;
    private static final int AT_A_TIME = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String ACCEPT =
            "application/sparql-results+json, application/n-triples;q=0.9, application/n-quads;q=0.8";

    /** The answer for a store without a history. */
    private static final PageDocument NO_COMMITS =
            new PageDocument(200, PageAnswer.JSON, "{\"commits\":[]}".getBytes(StandardCharsets.UTF_8));

    private final @Nullable String given;
    private final PipelineWatch watch;
    private final Semaphore running = new Semaphore(AT_A_TIME);
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** @param given address for queries; null if the sink tells it */
    QueryRoute(@Nullable String given, PipelineWatch watch) {
        this.given = given;
        this.watch = watch;
    }

    /** Reads a query from a request. */
    static String query(HttpExchange exchange) throws IOException, PageFault {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_QUERY + 1);
        if (body.length > MOST_QUERY) {
            throw new PageFault(413, "the query is larger than " + MOST_QUERY + " bytes");
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.startsWith("application/sparql-query")) {
            throw new PageFault(415, "send the query itself, as application/sparql-query");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Asks the store. */
    PageDocument pass(String query, Map<String, String> parameters) throws PageFault, InterruptedException {
        String address = address();
        for (String moment : new String[] {"asOf", "asOfEventTime"}) {
            String value = parameters.get(moment);
            if (value != null) {
                address += (address.contains("?") ? "&" : "?") + moment + "="
                        + URLEncoder.encode(value, StandardCharsets.UTF_8);
            }
        }
        return send(HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/sparql-query")
                .POST(BodyPublishers.ofString(query)));
    }

    /** The commits of the store's history; none if it keeps none. */
    PageDocument commits() throws PageFault, InterruptedException {
        String address = address();
        if (!address.endsWith("/sparql")) {
            return NO_COMMITS;
        }
        PageDocument answer = send(HttpRequest.newBuilder(
                URI.create(address.substring(0, address.length() - "sparql".length()) + "commits")));
        return answer.isOk() ? answer : NO_COMMITS;
    }

    private String address() throws PageFault, InterruptedException {
        if (given != null) {
            return given;
        }
        PipelineWatch.Seen seen = watch.await(0, 1);
        if (seen != null) {
            for (SinkState sink : seen.state().sinks()) {
                if (!sink.store().isEmpty() && sink.store().indexOf('{') < 0) { // else it is many stores
                    boolean own = sink.statements() != null || Boolean.FALSE.equals(sink.answers());
                    return own && !sink.store().contains("/repositories/") ? sink.store() + "/sparql" : sink.store();
                }
            }
        }
        throw new PageFault(
                503,
                "no store to ask: there is no sink with an endpoint (sparql.endpoint.enabled=true) or with one store on a server,"
                        + " and pipeline.query.url is not set");
    }

    private PageDocument send(HttpRequest.Builder request) throws PageFault, InterruptedException {
        if (!running.tryAcquire()) {
            throw new PageFault(503, "four queries of this page are running already; try again");
        }
        try {
            HttpResponse<InputStream> response =
                    http.send(request.timeout(TIMEOUT).header("Accept", ACCEPT).build(), BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                byte[] body = in.readNBytes(MOST_ANSWER + 1);
                if (body.length > MOST_ANSWER) {
                    throw new PageFault(507, "the answer is larger than 16 MiB; add a LIMIT to the query");
                }
                return new PageDocument(
                        response.statusCode(),
                        response.headers().firstValue("Content-Type").orElse("text/plain"),
                        body);
            }
        } catch (IOException e) {
            throw new PageFault(502, "the store does not answer; the view Health says what to do");
        } finally {
            running.release();
        }
    }
}
