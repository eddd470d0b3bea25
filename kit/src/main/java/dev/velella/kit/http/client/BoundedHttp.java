package dev.velella.kit.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of all parts, but for those of RDF4J. No request waits for ever: connection, head and body of an answer have
 * bounds. It follows no redirect, because the JDK would follow one to any server, with the credentials. Thread-safe.
 */
public final class BoundedHttp {
    private final HttpClient client;
    private final Bounds bounds;

    /**
     * How long to wait.
     *
     * @param connect for a connection
     * @param silence for the head of an answer, and for the next bytes of its body
     * @param whole for a whole answer; null for any time
     * @param names what sets them, for messages, such as names of options
     */
    public record Bounds(Duration connect, Duration silence, @Nullable Duration whole, String names) {
        /** The same bound for a connection, for silence and for a whole answer. */
        public static Bounds of(Duration all) {
            return new Bounds(all, all, all, all.toMillis() + " ms");
        }
    }

    /** A client that trusts the authorities that the JVM trusts. */
    public BoundedHttp(Bounds bounds) {
        this(bounds, null);
    }

    /** @param tls certificates and keys; null for those of the JVM */
    public BoundedHttp(Bounds bounds, @Nullable SSLContext tls) {
        this.bounds = bounds;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // one request at a time gains nothing by another one
                .connectTimeout(bounds.connect())
                .followRedirects(HttpClient.Redirect.NEVER);
        client = (tls == null ? builder : builder.sslContext(tls)).build();
    }

    /**
     * Sends a request. The body of the answer is read as it comes; who asks closes it.
     *
     * @throws java.net.http.HttpTimeoutException if no head comes in time
     * @throws IOException if there is no answer; reading throws one if the rest does not come in time
     */
    public HttpResponse<InputStream> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        Duration whole = bounds.whole();
        return send(
                request, System.nanoTime() + (whole == null ? Long.MAX_VALUE / 2 : whole.toNanos()), new AtomicLong());
    }

    /**
     * Sends one of several requests that share a bound.
     *
     * @param end value of {@link System#nanoTime} at which the answer must have ended
     * @param bytes counts those of the body
     * @throws IOException as the other method
     */
    public HttpResponse<InputStream> send(HttpRequest.Builder request, long end, AtomicLong bytes)
            throws IOException, InterruptedException {
        return client.send(
                request.timeout(bounds.silence()).build(),
                info -> BodySubscribers.mapping(
                        BodyHandlers.ofInputStream().apply(info), body -> new WatchedStream(body, bounds, end, bytes)));
    }

    /**
     * The whole body as text in UTF-8. Closes the answer.
     *
     * @throws IOException if it is larger, or does not come in time
     */
    public static String text(HttpResponse<InputStream> answer, int mostBytes) throws IOException {
        return new String(bytes(answer, mostBytes), StandardCharsets.UTF_8);
    }

    /**
     * The whole body. Closes the answer.
     *
     * @throws IOException if it is larger, or does not come in time
     */
    public static byte[] bytes(HttpResponse<InputStream> answer, int mostBytes) throws IOException {
        try (InputStream body = answer.body()) {
            byte[] bytes = body.readNBytes(mostBytes);
            if (bytes.length == mostBytes && body.read() >= 0) {
                throw new IOException("the answer is larger than " + mostBytes + " bytes");
            }
            return bytes;
        }
    }
}
