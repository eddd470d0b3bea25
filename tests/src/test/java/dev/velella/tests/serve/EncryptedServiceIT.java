package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.kit.access.Tls;
import dev.velella.quickstart.part.Ports;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.tests.Await;
import dev.velella.tests.grpc.CallerKeys;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service over TLS: certificates of both sides, with a password, and with a token that instances send to each other. */
class EncryptedServiceIT {
    private static final int STREAMS = 12;

    @TempDir
    private static Path directory;

    private static ServePipeline pipeline;
    private static CallerKeys own;
    private static CallerKeys stranger;

    @BeforeAll
    static void start() throws Exception {
        own = CallerKeys.make(directory, "service");
        stranger = CallerKeys.make(directory, "stranger");
        pipeline = new ServePipeline(directory);
        for (int i = 0; i < STREAMS; i++) {
            pipeline.send("secret-" + i, ServePipeline.reading("secret-" + i, i));
        }
    }

    @AfterAll
    static void stop() {
        pipeline.close();
    }

    private static ServeApp serve(String name, Map<String, String> tls, String... more) throws Exception {
        Map<String, String> options = pipeline.options(directory.resolve(name), more);
        tls.forEach((option, value) -> options.put("serve." + option, value));
        ServeApp app = new ServeApp(new ServeConfig(options));
        app.start();
        return app;
    }

    private static HttpResponse<String> get(Tls client, ServeApp app, String path, String authorization)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://localhost:" + app.port() + path))
                .header("Accept", "application/n-quads");
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return HttpClient.newBuilder()
                .sslContext(client.context())
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aClientThatTrustsTheServiceAndHasThePasswordGetsTheGraphs() throws Exception {
        Map<String, String> tls = own.options(own);
        tls.keySet().removeIf(option -> option.startsWith("ssl.truststore."));
        Tls trusting = new Tls(own.trusted(), null);
        String right = basic("ann:s3cret");
        try (ServeApp app =
                serve("basic", tls, "serve.auth", "basic", "serve.auth.user", "ann", "serve.auth.password", "s3cret")) {
            awaitAll(trusting, app, right);
            HttpResponse<String> graph = get(trusting, app, "/graphs/secret-7", right);
            assertThat(graph.statusCode()).isEqualTo(200);
            assertThat(graph.body()).contains("\"7\"");
            assertThat(get(trusting, app, "/ldes?key=secret-7", right).body())
                    .contains("<https://localhost:" + app.port() + "/ldes?key=secret-7>");
            for (String wrong : new String[] {null, basic("ann:secret"), basic("bob:s3cret"), "Bearer s3cret"}) {
                HttpResponse<String> refused = get(trusting, app, "/graphs/secret-7", wrong);
                assertThat(refused.statusCode()).as(wrong).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate").orElse(""))
                        .startsWith("Basic");
                assertThat(refused.body()).doesNotContain("s3cret").doesNotContain("\"7\"");
            }
            assertThatThrownBy(() -> get(new Tls(stranger.trusted(), null), app, "/graphs/secret-7", right))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("PKIX");
            assertThat(spokenInClear(app)).doesNotContain("HTTP/1.1 200").doesNotContain("\"7\"");
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** The answer to a request without TLS. */
    private static String spokenInClear(ServeApp app) throws IOException {
        try (Socket socket = new Socket("localhost", app.port())) {
            socket.getOutputStream()
                    .write(("GET /graphs/secret-7 HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + basic("ann:s3cret")
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // the connection was reset
        }
    }

    @Test
    void instancesPassRequestsOnWithCertificateAndToken() throws Exception {
        Tls known = new Tls(own.trusted(), own.own());
        String token = "Bearer t0ken";
        try (ServeApp one = instance("one");
                ServeApp two = instance("two")) {
            for (ServeApp each : new ServeApp[] {one, two}) {
                Await.until("both have partitions", ServePipeline.PATIENCE, () -> {
                    each.failure().ifPresent(failure -> {
                        throw new AssertionError(failure);
                    });
                    String ready = get(known, each, "/health/ready", null).body();
                    return ready.startsWith("ready") && !ready.contains("at other instances []");
                });
                awaitAll(known, each, token);
                for (int i = 0; i < STREAMS; i++) {
                    HttpResponse<String> graph = get(known, each, "/graphs/secret-" + i, token);
                    assertThat(graph.statusCode()).as(graph.body()).isEqualTo(200);
                    assertThat(graph.body()).contains("\"" + i + "\"");
                }
            }
            assertThat(get(known, one, "/graphs/secret-1", "Bearer other").statusCode())
                    .isEqualTo(401);
            assertThat(get(known, one, "/graphs/secret-1", null).statusCode()).isEqualTo(401);
            for (Tls refused : new Tls[] {new Tls(own.trusted(), null), new Tls(own.trusted(), stranger.own())}) {
                assertThatThrownBy(() -> get(refused, one, "/graphs/secret-1", token))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    private static ServeApp instance(String name) throws Exception {
        int port = Ports.free();
        return serve(
                name,
                own.options(own),
                "serve.group",
                "encrypted-group",
                "serve.listener",
                "localhost:" + port,
                "serve.advertised.address",
                "localhost:" + port,
                "serve.auth",
                "bearer",
                "serve.auth.token",
                "t0ken");
    }

    private static void awaitAll(Tls client, ServeApp app, String authorization) throws Exception {
        Await.until("all graphs are served", ServePipeline.PATIENCE, () -> {
            app.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            HttpResponse<String> all = get(client, app, "/graphs?prefix=secret-", authorization);
            return all.statusCode() == 200 && all.body().lines().count() == 2 * STREAMS;
        });
    }
}
