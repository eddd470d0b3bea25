package dev.velella.source.fetch;

import dev.velella.access.HttpServer;
import dev.velella.rdf.ErrorText;
import dev.velella.retry.RetryAfter;
import dev.velella.secret.SecretMask;
import dev.velella.secret.ShownUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests as the options say. Redirects are followed only within the server of the URL: another server might be
 * inside the worker's network, and must not get the credentials. Thread-safe.
 */
public final class HttpFetch {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_SHOWN = 300;
    private static final int BUFFER = 1 << 13;

    private final HttpClient client;
    private final FetchSettings settings;
    private final SecretMask mask;
    private final AtomicLong requests;
    private final AtomicLong bytes;

    /**
     * Creates an instance.
     *
     * @param requests counts the requests
     * @param bytes counts the bytes of the bodies of answers
     */
    public HttpFetch(FetchSettings settings, AtomicLong requests, AtomicLong bytes) {
        this.settings = settings;
        this.requests = requests;
        this.bytes = bytes;
        mask = settings.authentication().mask();
        client = HttpClient.newBuilder()
                .connectTimeout(settings.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER) // the JDK would follow them anywhere, with credentials
                .sslContext(settings.tls())
                .build();
    }

    /**
     * An answer.
     *
     * @param body the body, decompressed, which the caller must close; null if the server has nothing new
     * @param place where the answer was found, after redirects; null if the server has nothing new
     */
    public record Answer(
            @Nullable InputStream body,
            @Nullable String contentType,
            @Nullable String etag,
            @Nullable String lastModified,
            @Nullable URI place) {}

    /**
     * Makes a request.
     *
     * @param accept media types to ask for
     * @param conditions further request headers
     * @throws HttpFailure if there is no answer, or the answer is an error
     */
    public Answer get(URI uri, String accept, Map<String, String> conditions) throws HttpFailure, InterruptedException {
        URI place = uri;
        for (int redirects = 0; ; redirects++) {
            HttpResponse<InputStream> response = send(place, accept, conditions);
            if (!REDIRECTS.contains(response.statusCode())) {
                return answer(place, response);
            }
            close(response);
            place = target(place, response, redirects);
        }
    }

    /** The target of a redirect, if it is at the same server. */
    private URI target(URI from, HttpResponse<?> response, int redirects) throws HttpFailure {
        String location = header(response, "Location");
        String said = ShownUrl.of(from) + ": HTTP status " + response.statusCode() + ", a redirect to "
                + (location == null ? "nowhere" : shown(location));
        if (location == null) {
            throw HttpFailure.lasting(said + "; see " + option("url"));
        }
        try {
            URI to = from.resolve(new URI(location.strip()));
            if (HttpServer.of(to).isEmpty() || !HttpServer.of(to).equals(HttpServer.of(from))) {
                throw HttpFailure.lasting(said + ", which is not the server of " + option("url")
                        + ": nothing is asked there, and no"
                        + " credentials are sent there; if it is right, set " + option("url") + " to where it leads");
            } else if (redirects == MOST_REDIRECTS) {
                throw HttpFailure.lasting(said + ", after " + MOST_REDIRECTS + " others; see " + option("url"));
            }
            return to;
        } catch (URISyntaxException e) {
            throw HttpFailure.lasting(said + ", which is no URL: " + e.getReason());
        }
    }

    private String shown(String location) {
        String shown = mask.masked(ShownUrl.of(location));
        return shown.length() <= MOST_SHOWN ? shown : shown.substring(0, MOST_SHOWN) + "...";
    }

    private HttpResponse<InputStream> send(URI uri, String accept, Map<String, String> conditions)
            throws HttpFailure, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(settings.readTimeout()).header("Accept", accept);
        settings.authentication().header().ifPresent(header -> request.header("Authorization", header));
        conditions.forEach(request::header);
        requests.incrementAndGet();
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw unreachable(ShownUrl.of(uri), e);
        }
    }

    private Answer answer(URI uri, HttpResponse<InputStream> response) throws HttpFailure {
        return switch (response.statusCode()) {
            case 200 ->
                new Answer(
                        decoded(uri, response),
                        header(response, "Content-Type"),
                        header(response, "ETag"),
                        header(response, "Last-Modified"),
                        uri);
            case 204, 304 -> {
                close(response);
                yield new Answer(null, null, null, null, null);
            }
            default -> {
                close(response);
                throw refused(ShownUrl.of(uri), response);
            }
        };
    }

    /** The body without the coding that the server has put on it, although nobody asked for one. */
    private InputStream decoded(URI uri, HttpResponse<InputStream> response) throws HttpFailure {
        InputStream body = new WatchedStream(response.body(), settings.readTimeout(), bytes);
        String coding = header(response, "Content-Encoding");
        if (coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity")) {
            return body;
        } else if (!coding.strip().toLowerCase(Locale.ROOT).matches("(x-)?gzip")) {
            close(response);
            throw HttpFailure.lasting(ShownUrl.of(uri) + ": the answer has Content-Encoding " + ErrorText.name(coding)
                    + ", which is not read; only gzip is; configure the server");
        }
        try {
            return new GZIPInputStream(body, BUFFER);
        } catch (IOException e) {
            close(response);
            throw HttpFailure.passing(ShownUrl.of(uri) + ": the answer has Content-Encoding gzip and is not gzip: "
                    + (e.getMessage() == null ? "it ends too early" : e.getMessage()));
        }
    }

    private String option(String name) {
        return settings.prefix() + name;
    }

    private static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException e) {
            // The body is not needed, so an error here does not matter.
        }
    }

    private static @Nullable String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    private HttpFailure unreachable(String uri, IOException e) {
        if (e instanceof HttpTimeoutException) {
            return HttpFailure.passing(uri + ": no answer in time (" + option("connect.timeout.ms") + ", "
                    + option("read.timeout.ms") + ")");
        }
        if (HttpFailure.isDistrust(e)) {
            return HttpFailure.lasting(HttpFailure.distrust(uri, settings.prefix(), e));
        }
        return HttpFailure.passing(
                uri + ": " + (e.getMessage() == null ? e.getClass().getSimpleName() : mask.masked(e.getMessage())));
    }

    private HttpFailure refused(String uri, HttpResponse<?> response) {
        int status = response.statusCode();
        String said = uri + ": HTTP status " + status;
        if (PASSING.contains(status) || status >= 500) {
            return HttpFailure.passing(said, RetryAfter.of(header(response, RetryAfter.HEADER), Instant.now()));
        } else if (status == 401 || status == 403) {
            return HttpFailure.lasting(said + "; see " + option("username") + ", " + option("password") + " and "
                    + option("bearer.token"));
        }
        return HttpFailure.lasting(said + "; see " + option("url"));
    }
}
