package dev.velella.sink.remote;

import dev.velella.sink.store.StoreFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.conn.ssl.DefaultHostnameVerifier;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one remote store: authentication, TLS and timeouts are the same for every request. Follows no
 * redirect, because the credentials are for this server alone, keeps no cookie, and repeats nothing by itself.
 * Thread-safe; remembers the last answer to each thread, because RDF4J's exceptions do not tell the status.
 */
final class RemoteHttp implements AutoCloseable {
    private static final ThreadLocal<@Nullable Answer> LAST = new ThreadLocal<>();

    private final CloseableHttpClient client;

    /** What an answer says before its body. */
    record Answer(int status, String reason, Duration retryAfter) {
        static Answer of(HttpResponse response) {
            String reason = response.getStatusLine().getReasonPhrase();
            return new Answer(
                    response.getStatusLine().getStatusCode(), reason == null ? "" : reason, RetryAfter.of(response));
        }
    }

    /**
     * Connections as the settings say.
     *
     * @throws StoreFailedException if the key stores cannot be read
     */
    RemoteHttp(RemoteSettings settings) {
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
                .setMaxConnPerRoute(4)
                .addInterceptorFirst((HttpResponse response, org.apache.http.protocol.HttpContext context) ->
                        LAST.set(Answer.of(response)));
        settings.authentication()
                .header()
                .ifPresent(header ->
                        builder.setDefaultHeaders(List.of(new BasicHeader(HttpHeaders.AUTHORIZATION, header))));
        try {
            builder.setSSLSocketFactory(
                    new SSLConnectionSocketFactory(settings.tls().context(), new DefaultHostnameVerifier()));
        } catch (IOException e) {
            throw new StoreFailedException(String.valueOf(e.getMessage()), e);
        }
        client = builder.build();
    }

    CloseableHttpClient client() {
        return client;
    }

    /** Forgets the last answer to this thread. */
    void forget() {
        LAST.remove();
    }

    /** The last answer to this thread since {@link #forget}; null if there was none. */
    @Nullable
    Answer lastAnswer() {
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
