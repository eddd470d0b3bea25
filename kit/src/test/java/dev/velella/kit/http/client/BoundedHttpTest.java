package dev.velella.kit.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedHttpTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/text", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write("grün".getBytes(StandardCharsets.UTF_8));
            }
        });
        server.createContext("/elsewhere", exchange -> {
            exchange.getResponseHeaders().set("Location", "/text");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.createContext("/silent", exchange -> await());
        server.createContext("/cut", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            await();
        });
        server.createContext("/drips", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (end.getCount() > 0) {
                exchange.getResponseBody().write(1);
                exchange.getResponseBody().flush();
            }
        });
        server.start();
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpResponse<InputStream> get(BoundedHttp.Bounds bounds, String path) throws Exception {
        return new BoundedHttp(bounds)
                .send(HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path)));
    }

    /** On a busy machine the head may be late too. */
    private HttpResponse<InputStream> untilItsHeadIsInTime(BoundedHttp.Bounds bounds, String path) throws Exception {
        while (true) {
            try {
                return get(bounds, path);
            } catch (HttpTimeoutException e) {
                // once more
            }
        }
    }

    @Test
    void anAnswerIsReadAsItComes() throws Exception {
        assertThat(BoundedHttp.text(get(BoundedHttp.Bounds.of(LONG), "/text"), 5))
                .isEqualTo("grün");
        assertThat(get(BoundedHttp.Bounds.of(LONG), "/elsewhere").statusCode()).isEqualTo(302);
        HttpResponse<InputStream> large = get(BoundedHttp.Bounds.of(LONG), "/text");
        assertThatThrownBy(() -> BoundedHttp.text(large, 4))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 4 bytes");
    }

    @Test
    void noServerIsWaitedForWithoutEnd() throws Exception {
        BoundedHttp.Bounds silence = new BoundedHttp.Bounds(LONG, SHORT, null, "a.b.ms");
        assertThatThrownBy(() -> get(silence, "/silent")).isInstanceOf(HttpTimeoutException.class);
        HttpResponse<InputStream> cut = untilItsHeadIsInTime(silence, "/cut");
        assertThatThrownBy(() -> BoundedHttp.bytes(cut, 1000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not arrive in time (a.b.ms)");
        HttpResponse<InputStream> drips = get(new BoundedHttp.Bounds(LONG, LONG, SHORT, "a.b.ms"), "/drips");
        assertThatThrownBy(() -> drips.body().transferTo(OutputStream.nullOutputStream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not arrive in time (a.b.ms)");
    }
}
