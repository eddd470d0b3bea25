package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.serve.app.ServeApp;
import dev.velella.tests.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do not wish the service well. */
class HostileClientsIT {
    private static final int CLIENTS = 20;

    @TempDir
    private static Path directory;

    private static ServePipeline pipeline;

    @BeforeAll
    static void start() throws Exception {
        pipeline = new ServePipeline(directory);
        pipeline.send("one", ServePipeline.reading("one", 1));
        pipeline.send("large", ServePipeline.reading("large", 1));
    }

    @AfterAll
    static void stop() {
        pipeline.close();
    }

    private static ServeApp serve(String name, String... more) throws Exception {
        return pipeline.serve(pipeline.options(directory.resolve(name), more));
    }

    @Test
    void clientsThatSendAByteNowAndThenKeepNobodyOut() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (ServeApp app = serve("slow", "serve.clients", Integer.toString(CLIENTS))) {
            pipeline.awaitText(app, "/graphs/one", "\"1\"");
            for (int i = 0; i < 3 * CLIENTS; i++) {
                sockets.add(send(app, "GET /graphs HTTP/1.1\r\nHost: loc"));
            }
            assertThat(pipeline.get(app, "/graphs/one").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static Socket send(ServeApp app, String text) throws IOException {
        Socket socket = new Socket("localhost", app.port());
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // closed already
        }
        return socket;
    }

    @Test
    void subscribersThatNeverReadAreBoundedAndOthersAreServed() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (ServeApp app = serve("never", "serve.subscribers", "5", "serve.answers", "5")) {
            pipeline.awaitText(app, "/graphs/one", "\"1\"");
            for (int i = 0; i < 10; i++) {
                sockets.add(send(
                        app,
                        "GET /patches?after=none HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"));
            }
            Await.until("a further subscriber is refused", ServePipeline.PATIENCE, () -> {
                try (Socket socket =
                        send(app, "GET /patches HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")) {
                    byte[] head = socket.getInputStream().readNBytes(12);
                    return new String(head, StandardCharsets.US_ASCII).endsWith("503");
                }
            });
            for (int i = 0; i < 10; i++) {
                assertThat(pipeline.get(app, "/graphs/one").statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void hugeBodiesAndStrangeRequestsAreRefused() throws Exception {
        try (ServeApp app = serve("huge")) {
            assertThat(pipeline.post(app, "/graphs", "text/plain", "k".repeat((8 << 20) + 1))
                            .statusCode())
                    .isEqualTo(413);
            assertThat(pipeline.post(app, "/graphs", "application/json", "[]").statusCode())
                    .isEqualTo(415);
            assertThat(pipeline.post(app, "/graphs/one", "text/plain", "x").statusCode())
                    .isEqualTo(405);
            for (String line : List.of(
                    "GET /graphs/%zz HTTP/1.1",
                    "GET /graphs/%ff HTTP/1.1",
                    "GET /graphs?key=%e0 HTTP/1.1",
                    "GET /../../etc/passwd HTTP/1.1",
                    "GET /" + "a".repeat(100_000) + " HTTP/1.1")) {
                try (Socket socket = send(app, line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
                    byte[] head = socket.getInputStream().readNBytes(12);
                    assertThat(new String(head, StandardCharsets.US_ASCII))
                            .as(line.substring(0, Math.min(40, line.length())))
                            .matches("HTTP/1.1 4..");
                }
            }
            try (Socket socket = send(app, "GET /graphs HTTP/1.1\r\nHost: evil.example.org\r\n\r\n")) {
                assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .endsWith("403");
            }
            assertThat(pipeline.get(app, "/graphs", "Origin", "https://evil.example.org")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(pipeline.get(app, "/graphs/one").statusCode()).isEqualTo(200);
        }
    }
}
