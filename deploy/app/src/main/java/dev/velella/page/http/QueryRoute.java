package dev.velella.page.http;

import dev.velella.kit.http.client.BoundedHttp;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.page.PipelineWatch;
import dev.velella.status.state.SinkState;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Passes queries on to the endpoint of the store, and the answers back. Never passes an update. Thread-safe. */
final class QueryRoute {
    private static final int MOST_ANSWER = 16 << 20;
    private static final int AT_A_TIME = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String ACCEPT =
            "application/sparql-results+json, application/n-triples;q=0.9, application/n-quads;q=0.8";

    private final @Nullable String given;
    private final PipelineWatch watch;
    private final Semaphore running = new Semaphore(AT_A_TIME);
    private final BoundedHttp http = new BoundedHttp(
            new BoundedHttp.Bounds(Duration.ofSeconds(5), TIMEOUT, TIMEOUT, TIMEOUT.toSeconds() + " s"));

    /** @param given address for queries; null if the sink tells it */
    QueryRoute(@Nullable String given, PipelineWatch watch) {
        this.given = given;
        this.watch = watch;
    }

    /** Asks the store with the query in the body of a request. */
    Answer pass(ServerRequest request) throws InterruptedException {
        String type = request.header("Content-Type");
        if (type == null || !type.startsWith("application/sparql-query")) {
            throw new HttpFault(415, "send the query itself, as application/sparql-query");
        }
        String address = address();
        for (String moment : new String[] {"asOf", "asOfEventTime"}) {
            String value = ServerRequest.one(request.parameters(), moment);
            if (value != null) {
                address += (address.contains("?") ? "&" : "?") + moment + "="
                        + URLEncoder.encode(value, StandardCharsets.UTF_8);
            }
        }
        return send(HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/sparql-query")
                .POST(BodyPublishers.ofByteArray(request.body())));
    }

    /** The commits of the store's history; none if it keeps none. */
    Answer commits() throws InterruptedException {
        String address = address();
        if (!address.endsWith("/sparql")) {
            return noCommits();
        }
        Answer answer = send(HttpRequest.newBuilder(
                URI.create(address.substring(0, address.length() - "sparql".length()) + "commits")));
        return answer.status() == 200 ? answer : noCommits();
    }

    /** The answer for a store without a history. */
    private static Answer noCommits() {
        return Answer.document(200, StaticFiles.JSON, "{\"commits\":[]}".getBytes(StandardCharsets.UTF_8));
    }

    private String address() throws InterruptedException {
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
        throw new HttpFault(
                503,
                "no store to ask: there is no sink with an endpoint (sparql.endpoint.port) or with one store on a server,"
                        + " and pipeline.query.url is not set");
    }

    private Answer send(HttpRequest.Builder request) throws InterruptedException {
        if (!running.tryAcquire()) {
            throw new HttpFault(503, "four queries of this page are running already; try again");
        }
        try {
            HttpResponse<InputStream> response = http.send(request.header("Accept", ACCEPT));
            try (InputStream in = response.body()) {
                if (response.statusCode() == 401) {
                    throw new HttpFault(502, "the store wants credentials, and the page has none for it");
                }
                byte[] body = in.readNBytes(MOST_ANSWER + 1);
                if (body.length > MOST_ANSWER) {
                    throw new HttpFault(507, "the answer is larger than 16 MiB; add a LIMIT to the query");
                }
                return Answer.document(
                        response.statusCode(),
                        response.headers().firstValue("Content-Type").orElse("text/plain"),
                        body);
            }
        } catch (IOException e) {
            throw new HttpFault(502, "the store does not answer; the view Health says what to do");
        } finally {
            running.release();
        }
    }
}
