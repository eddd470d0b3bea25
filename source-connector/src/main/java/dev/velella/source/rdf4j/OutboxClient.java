package dev.velella.source.rdf4j;

import dev.velella.access.Authentication;
import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.capture.SnapshotPart;
import dev.velella.source.fetch.HttpFailure;
import dev.velella.source.fetch.WatchedStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the outbox of a repository, by RDF4J's REST API. Redirects are not followed, because the credentials go to the
 * configured server alone. A failure that may pass is an {@link IOException}, another one a {@link ConnectException}.
 * Stateless but for connections; used by one thread.
 */
final class OutboxClient {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);
    private static final int MOST_SHOWN = 300;

    private final String url;
    private final HttpClient client;
    private final Duration timeout;
    private final Authentication authentication;

    OutboxClient(AbstractConfig config) {
        url = CaptureOptions.URL.of(config);
        timeout = Duration.ofMillis(CaptureOptions.TIMEOUT_MS.of(config));
        authentication = CaptureOptions.ACCESS.authentication(config);
        client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(CaptureOptions.ACCESS.tls(config).context())
                .build();
    }

    /** The position, and commits after a number. */
    OutboxAnswer after(long number) throws IOException, InterruptedException {
        return read(OutboxTerms.after(number));
    }

    /** The position, and the statements after a frontier. */
    OutboxAnswer snapshot(String frontier, int most) throws IOException, InterruptedException {
        return read(OutboxTerms.snapshot(frontier, most));
    }

    /** Lets the outbox forget the commits up to a number. */
    void forget(long through) throws IOException, InterruptedException {
        HttpRequest request = request(OutboxTerms.through(through)).DELETE().build();
        try (InputStream body = send(request)) {
            body.readAllBytes();
        }
    }

    private OutboxAnswer read(IRI subject) throws IOException, InterruptedException {
        HttpRequest request =
                request(subject).header("Accept", "application/n-quads").GET().build();
        List<CommittedPart> commits = new ArrayList<>();
        List<SnapshotPart> chunk = new ArrayList<>();
        Head head = new Head();
        NQuadsParser parser = new NQuadsParser();
        parser.setRDFHandler(new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                String text = statement.getObject().stringValue();
                IRI predicate = statement.getPredicate();
                if (predicate.equals(OutboxTerms.STATE)) {
                    head.position = OutboxPosition.parse(text);
                } else if (predicate.equals(OutboxTerms.FORGOTTEN)) {
                    head.forgotten = Long.parseLong(text);
                } else if (predicate.equals(OutboxTerms.BYTES)) {
                    head.bytes = Long.parseLong(text);
                } else if (predicate.equals(OutboxTerms.PART)) {
                    commits.add(CommittedPart.parse(text));
                } else if (predicate.equals(OutboxTerms.CHUNK)) {
                    chunk.add(SnapshotPart.parse(text));
                }
            }
        });
        try (InputStream body = send(request)) {
            parser.parse(body, "");
        } catch (RDFParseException | RDFHandlerException | IllegalArgumentException e) {
            throw new IOException(url + ": the answer cannot be read, or was cut off: " + e.getMessage(), e);
        }
        OutboxPosition position = head.position;
        if (position == null || head.forgotten < 0) {
            throw new ConnectException(url + " is a repository without an outbox; make it with config:sail.type"
                    + " \"velella:Outbox\" around its store");
        }
        return new OutboxAnswer(position, head.forgotten, head.bytes, commits, chunk);
    }

    private static final class Head {
        private @Nullable OutboxPosition position;
        private long forgotten = -1;
        private long bytes;
    }

    private HttpRequest.Builder request(IRI subject) {
        URI uri = URI.create(
                url + "/statements?infer=false&subj=" + encoded(subject) + "&context=" + encoded(OutboxTerms.GRAPH));
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(timeout);
        authentication.header().ifPresent(header -> request.header("Authorization", header));
        return request;
    }

    private static String encoded(IRI iri) {
        return URLEncoder.encode("<" + iri + ">", StandardCharsets.UTF_8);
    }

    private InputStream send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw HttpFailure.passing(url, "rdf4j.", e);
        }
        int status = answer.statusCode();
        if (status == 200 || status == 204) {
            return new WatchedStream(answer.body(), timeout);
        }
        String said;
        try (InputStream body = answer.body()) {
            said = new String(body.readNBytes(MOST_SHOWN), StandardCharsets.UTF_8);
        }
        String message = url + ": HTTP status " + status + ": "
                + authentication.mask().masked(said.replaceAll("\\p{Cntrl}+", " "));
        if (PASSING.contains(status) || status >= 500) {
            throw new IOException(message);
        }
        throw new ConnectException(message
                + (status == 401 || status == 403
                        ? "; see rdf4j.username, rdf4j.password and rdf4j.bearer.token"
                        : "; see rdf4j.url"));
    }
}
