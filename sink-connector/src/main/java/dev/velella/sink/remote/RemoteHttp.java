package dev.velella.sink.remote;

import dev.velella.kit.access.HttpServer;
import dev.velella.kit.retry.RetryAfter;
import dev.velella.kit.secret.SecretMask;
import dev.velella.sink.error.StoreFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.http.Header;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ssl.DefaultHostnameVerifier;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.message.BasicHeader;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP connections to one remote store. Authentication, TLS and timeouts are the same for every request. The client
 * follows no redirect, because the credentials are for this server only. It keeps no cookies and does not retry by
 * itself. Credentials are masked in every answer that is no success ({@link MaskedRefusals}). Thread-safe. The last
 * answer to each thread is kept, because RDF4J's exceptions do not contain the status.
 */
public final class RemoteHttp implements AutoCloseable {
    private static final ThreadLocal<@Nullable Answer> LAST = new ThreadLocal<>();

    private final CloseableHttpClient client;
    private final SecretMask mask;

    /**
     * The head of an answer.
     *
     * @param location address of a new resource or of a redirect; empty text if there is none
     */
    public record Answer(int status, String reason, Duration retryAfter, String location) {
        public boolean isSuccess() {
            return status / 100 == 2;
        }

        static Answer of(HttpResponse response) {
            String reason = response.getStatusLine().getReasonPhrase();
            String location = header(response, HttpHeaders.LOCATION);
            return new Answer(
                    response.getStatusLine().getStatusCode(),
                    reason == null ? "" : reason,
                    RetryAfter.of(header(response, RetryAfter.HEADER), Instant.now()),
                    location == null ? "" : location);
        }

        private static @Nullable String header(HttpResponse response, String name) {
            Header header = response.getFirstHeader(name);
            return header == null ? null : header.getValue();
        }
    }

    /**
     * Makes the connections for some settings.
     *
     * @throws StoreFailedException if the key stores cannot be read
     */
    public RemoteHttp(RemoteSettings settings) {
        mask = settings.authentication().mask();
        HttpClientBuilder builder = HttpClients.custom()
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectTimeout((int) settings.connectTimeout().toMillis())
                        .setConnectionRequestTimeout(
                                (int) settings.connectTimeout().toMillis())
                        .setSocketTimeout((int) settings.requestTimeout().toMillis())
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                // a connection with the sink's certificate may serve every request, not only requests of one
                // conversation
                .disableConnectionState()
                .addInterceptorFirst(OwnServer.of(settings.queryUrl(), settings.updateUrl()))
                .setMaxConnPerRoute(4)
                // after the client's own interceptors, so that a compressed answer is already decompressed
                .addInterceptorLast(new MaskedRefusals(mask))
                .addInterceptorLast((HttpResponse response, HttpContext context) -> LAST.set(Answer.of(response)));
        settings.authentication()
                .header()
                .ifPresent(header ->
                        builder.setDefaultHeaders(List.of(new BasicHeader(HttpHeaders.AUTHORIZATION, header))));
        try {
            builder.setSSLSocketFactory(
                    new SSLConnectionSocketFactory(settings.tls().context(), new DefaultHostnameVerifier()));
        } catch (IllegalArgumentException e) {
            throw new StoreFailedException(String.valueOf(e.getMessage()), e);
        }
        client = builder.build();
    }

    /**
     * Allows requests to the configured servers only. This matters because an RDF4J server names the addresses of its
     * transactions, and requests to these addresses carry the credentials too.
     */
    private record OwnServer(Set<HttpServer> servers) implements HttpRequestInterceptor {
        static OwnServer of(URI... addresses) {
            return new OwnServer(Arrays.stream(addresses)
                    .flatMap(address -> HttpServer.of(address).stream())
                    .collect(Collectors.toUnmodifiableSet()));
        }

        @Override
        public void process(HttpRequest request, HttpContext context) throws ForeignServerException {
            HttpHost to = HttpCoreContext.adapt(context).getTargetHost();
            if (HttpServer.of(to.getSchemeName(), to.getHostName(), to.getPort())
                    .filter(servers::contains)
                    .isEmpty()) {
                throw new ForeignServerException(to.toURI());
            }
        }
    }

    /** Thrown when the server names another server for further requests. */
    public static final class ForeignServerException extends IOException {
        private static final long serialVersionUID = 1L;

        ForeignServerException(String place) {
            super("the server refers the next request to " + place
                    + ", which is not the server of target.url: nothing is sent there."
                    + " If a proxy is in front of the server, it must pass on host and scheme (X-Forwarded-Proto)");
        }
    }

    public CloseableHttpClient client() {
        return client;
    }

    /** The mask that hides the credentials in texts about an answer. */
    public SecretMask mask() {
        return mask;
    }

    /** An answer with its body. If the answer is no success, the body is cut and masked ({@link MaskedRefusals}). */
    public static final class Reply {
        private final Answer answer;
        private final byte[] body;

        private Reply(Answer answer, byte[] body) {
            this.answer = answer;
            this.body = body;
        }

        public Answer answer() {
            return answer;
        }

        /** The array itself, which must not be changed. */
        public byte[] body() {
            return body;
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /**
     * Sends a request and reads the whole answer.
     *
     * @param purpose purpose of the request, for messages
     * @param mostBytes maximum size of the body of a success, in bytes
     * @throws dev.velella.sink.error.StoreUnavailableException if no answer comes
     * @throws StoreFailedException if no answer can come, or the body is larger
     */
    public Reply exchange(String purpose, HttpUriRequest request, int mostBytes) {
        return exchange(purpose, request, upTo(purpose, request.getURI(), mostBytes));
    }

    /** Reads the body of a success. Returns the bytes for the reply. */
    interface Body {
        byte[] read(InputStream body) throws IOException;
    }

    /** Reads the whole body, and refuses a larger one. */
    static Body upTo(String purpose, URI url, int mostBytes) {
        return body -> {
            byte[] whole = body.readNBytes(mostBytes + 1);
            if (whole.length > mostBytes) {
                throw RemoteFailure.notUnderstood(purpose, url, "more than " + mostBytes + " bytes", null);
            }
            return whole;
        };
    }

    /**
     * Like {@link #exchange(String, HttpUriRequest, int)}, with a reader for the body. Other exceptions of this reader
     * close the connection.
     */
    Reply exchange(String purpose, HttpUriRequest request, Body success) {
        try (CloseableHttpResponse response = client.execute(request)) {
            Answer answer = Answer.of(response);
            try (InputStream in = response.getEntity() == null
                    ? InputStream.nullInputStream()
                    : response.getEntity().getContent()) {
                return new Reply(answer, answer.isSuccess() ? read(in, success, request) : in.readAllBytes());
            }
        } catch (IOException e) {
            throw RemoteFailure.ofConnection(purpose, request.getURI(), e);
        }
    }

    private static byte[] read(InputStream body, Body success, HttpUriRequest request) throws IOException {
        try {
            return success.read(body);
        } catch (RuntimeException e) {
            request.abort(); // otherwise closing would wait for the rest
            throw e;
        }
    }

    /** Forgets the last answer to this thread. */
    public void forget() {
        LAST.remove();
    }

    /** The last answer to this thread since {@link #forget}; null if there was none. */
    @Nullable
    public Answer lastAnswer() {
        return LAST.get();
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new StoreFailedException("cannot close connections: " + e, e);
        }
    }
}
