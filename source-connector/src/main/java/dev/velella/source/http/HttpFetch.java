package dev.velella.source.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Makes requests as the options say. Thread-safe. */
final class HttpFetch {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final HttpClient client;
    private final HttpCounts counts;
    private final Duration readTimeout;
    private final @Nullable String authorization;

    /**
     * From checked options.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    HttpFetch(AbstractConfig config, HttpCounts counts) {
        this.counts = counts;
        readTimeout = Duration.ofMillis(config.getLong(HttpOptions.READ_TIMEOUT_MS_CONFIG));
        authorization = authorization(config);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(Duration.ofMillis(config.getLong(HttpOptions.CONNECT_TIMEOUT_MS_CONFIG)))
                // The client would send the credentials on to wherever a redirect leads.
                .followRedirects(authorization == null ? HttpClient.Redirect.NORMAL : HttpClient.Redirect.NEVER);
        SSLContext tls = tls(config.values());
        client = (tls == null ? builder : builder.sslContext(tls)).build();
    }

    private static @Nullable String authorization(AbstractConfig config) {
        Password token = config.getPassword(HttpOptions.BEARER_TOKEN_CONFIG);
        String user = config.getString(HttpOptions.USERNAME_CONFIG);
        Password password = config.getPassword(HttpOptions.PASSWORD_CONFIG);
        if (token != null) {
            return "Bearer " + token.value();
        } else if (user == null || password == null) {
            return null;
        }
        byte[] login = (user + ":" + password.value()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }

    /**
     * An answer.
     *
     * @param body to be closed; null where nothing is new
     */
    record Answer(
            @Nullable InputStream body,
            @Nullable String contentType,
            @Nullable String etag,
            @Nullable String lastModified) {}

    /**
     * Makes a request.
     *
     * @param accept media types
     * @param conditions further headers
     * @throws HttpFailure if there is no answer, or one that is an error
     */
    Answer get(URI uri, String accept, Map<String, String> conditions) throws HttpFailure, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(readTimeout).header("Accept", accept);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        conditions.forEach(request::header);
        counts.requests.incrementAndGet();
        HttpResponse<InputStream> response;
        try {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw unreachable(uri, e);
        }
        return switch (response.statusCode()) {
            case 200 ->
                new Answer(
                        new WatchedStream(response.body(), readTimeout, counts.bytes),
                        header(response, "Content-Type"),
                        header(response, "ETag"),
                        header(response, "Last-Modified"));
            case 204, 304 -> {
                close(response);
                yield new Answer(null, null, null, null);
            }
            default -> {
                close(response);
                throw refused(uri, response);
            }
        };
    }

    private static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException e) {
            // nothing of it was wanted
        }
    }

    private static @Nullable String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    private static HttpFailure unreachable(URI uri, IOException e) {
        if (e instanceof HttpTimeoutException) {
            return HttpFailure.passing(uri + ": no answer in time (http.connect.timeout.ms, http.read.timeout.ms)");
        }
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof CertificateException
                    || each instanceof SSLHandshakeException
                    || (each instanceof SSLException
                            && String.valueOf(each.getMessage()).contains("Received fatal alert"))) {
                return HttpFailure.lasting(
                        uri + ": no trust between client and server (see http.ssl.*): " + each.getMessage());
            }
        }
        return HttpFailure.passing(
                uri + ": " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }

    private HttpFailure refused(URI uri, HttpResponse<?> response) {
        int status = response.statusCode();
        String said = uri + ": HTTP status " + status;
        if (PASSING.contains(status) || status >= 500) {
            return HttpFailure.passing(said, retryAfterMs(header(response, "Retry-After"), Instant.now()));
        } else if (status == 401 || status == 403) {
            return HttpFailure.lasting(said + "; see http.username, http.password and http.bearer.token");
        } else if (status >= 300 && status < 400) {
            return HttpFailure.lasting(said + ", a redirect to "
                    + Optional.ofNullable(header(response, "Location")).orElse("nowhere")
                    + (authorization == null
                            ? ""
                            : "; credentials are not sent on, so set http.url to where it leads"));
        }
        return HttpFailure.lasting(said + "; see http.url");
    }

    /** Seconds or a date, as RFC 9110 has it; 0 for anything else. */
    static long retryAfterMs(@Nullable String value, Instant now) {
        if (value == null) {
            return 0;
        }
        try {
            return Math.max(0, Math.multiplyExact(Long.parseLong(value.strip()), 1000L));
        } catch (ArithmeticException | NumberFormatException e) {
            try {
                Instant until = ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                return Math.max(0, Duration.between(now, until).toMillis());
            } catch (DateTimeParseException notADate) {
                return 0;
            }
        }
    }

    /** The truststore and keystore of the options; null where there are none. */
    private static @Nullable SSLContext tls(Map<String, ?> options) {
        TrustManagerFactory trust = HttpOptions.TLS.trust(options);
        KeyManagerFactory keys = HttpOptions.TLS.keys(options);
        if (trust == null && keys == null) {
            return null;
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys == null ? null : keys.getKeyManagers(), trust == null ? null : trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("no TLS with these files: " + e.getMessage(), e);
        }
    }
}
