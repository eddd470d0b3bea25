package dev.velella.source.sparql;

import dev.velella.access.Authentication;
import dev.velella.secret.ShownUrl;
import dev.velella.source.fetch.HttpFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Queries by POST, by the SPARQL 1.1 Protocol. Redirects are not followed, because the credentials go to the configured
 * server alone. A failure that may pass is an {@link IOException}, another one a {@link ConnectException}. Stateless but for
 * connections; used by one thread.
 */
final class SparqlClient {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);
    private static final Set<Integer> NOT_ANSWERABLE = Set.of(400, 500, 501);
    private static final int MOST_SHOWN = 300;

    private final URI url;
    private final HttpClient client;
    private final Duration timeout;
    private final Authentication authentication;

    SparqlClient(AbstractConfig config) {
        url = URI.create(SparqlOptions.URL.of(config));
        timeout = Duration.ofMillis(SparqlOptions.TIMEOUT_MS.of(config));
        authentication = SparqlOptions.ACCESS.authentication(config);
        client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(SparqlOptions.ACCESS.tls(config).context())
                .build();
    }

    /** An answer: its media type without parameters, in lower case, and its bytes. */
    static final class Answer {
        private final String mediaType;
        private final byte[] body;

        private Answer(String contentType, byte[] body) {
            mediaType = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
            this.body = body;
        }

        String mediaType() {
            return mediaType;
        }

        /** The bytes, which the caller must not change. */
        byte[] body() {
            return body;
        }
    }

    /** The address as messages may show it. */
    String shown() {
        return ShownUrl.of(url);
    }

    /**
     * Sends a query.
     *
     * @param accept media types to ask for
     * @param most most bytes of the answer
     * @throws QueryRefusedException if the endpoint cannot answer this query
     * @throws IOException if another attempt makes sense
     */
    Answer query(String query, String accept, int most) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Accept", accept)
                .header("Content-Type", "application/sparql-query; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(query));
        authentication.header().ifPresent(header -> request.header("Authorization", header));
        Body body = new Body(most);
        HttpResponse<Void> answer = send(request.build(), body);
        int status = answer.statusCode();
        if (status == 200) {
            if (body.isCut) {
                throw new ConnectException(
                        shown() + ": an answer is larger than " + most + " bytes; see limits.element.bytes");
            }
            return new Answer(answer.headers().firstValue("Content-Type").orElse(""), body.bytes());
        }
        throw refused(status, body);
    }

    private HttpResponse<Void> send(HttpRequest request, Body body) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Void>> exchange = client.sendAsync(
                request, HttpResponse.BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(body::add)));
        try {
            return exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no whole answer in time (sparql.timeout.ms)", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause
                    ? HttpFailure.passing(shown(), "sparql.", cause)
                    : new IOException(e.getCause());
        } finally {
            exchange.cancel(true); // has an effect only if it is not complete
        }
    }

    private IOException refused(int status, Body body) {
        String said = new String(body.bytes(), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}+", " ");
        String message = shown() + ": HTTP status " + status + ": "
                + authentication.mask().masked(said.substring(0, Math.min(MOST_SHOWN, said.length())));
        if (NOT_ANSWERABLE.contains(status)) {
            return new QueryRefusedException(message);
        } else if (PASSING.contains(status) || status > 501) {
            return new IOException(message);
        }
        throw new ConnectException(message
                + (status == 401 || status == 403
                        ? "; see sparql.username, sparql.password and sparql.bearer.token"
                        : "; see sparql.url"));
    }

    /** The bytes of an answer, up to a limit. Filled by a thread of the client before the exchange completes. */
    private static final class Body {
        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private volatile boolean isCut;

        Body(int most) {
            this.most = most;
        }

        synchronized void add(byte[] part) {
            isCut |= part.length > most - bytes.size();
            if (!isCut) {
                bytes.writeBytes(part);
            }
        }

        synchronized byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
