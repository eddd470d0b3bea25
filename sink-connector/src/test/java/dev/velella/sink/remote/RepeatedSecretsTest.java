package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.targets.rdf4j.Rdf4jProtocol;
import dev.velella.sink.view.ServiceStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that repeats what it was sent, in every part of its answer, has our secrets in no message and no cause of it. */
class RepeatedSecretsTest {
    private static final String PASSWORD = "marker-pass&\"word";
    private static final String TOKEN = "marker-token/1";

    private HttpServer server;

    /** Makes the body of an answer of the header {@code Authorization}. */
    private volatile Function<String, String> body = header -> header;

    private volatile int status;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::repeat);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void repeat(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] answer = body.apply(authorization).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("X-Repeated", authorization);
        exchange.getResponseHeaders().set("Location", "http://elsewhere/?" + authorization);
        exchange.getResponseHeaders().set("Content-Type", "application/sparql-results+json");
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private RemoteSettings settings(RemoteProtocol protocol, Authentication authentication) {
        URI url = URI.create("http://localhost:" + server.getAddress().getPort() + "/repositories/test");
        return new RemoteSettings(
                protocol,
                url,
                url,
                authentication,
                Tls.DEFAULT,
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                1 << 20,
                RemoteSettings.Delivery.EXACTLY_ONCE,
                false,
                10);
    }

    @ParameterizedTest
    @CsvSource({
        "http, 400",
        "http, 401",
        "http, 500",
        "http, 302",
        "http, 200",
        "sparql, 403",
        "sparql, 503",
        "sparql, 200"
    })
    void noMessageOfAStoreHoldsThem(String target, int answered) {
        RemoteProtocol protocol = target.equals("http") ? Rdf4jProtocol.INSTANCE : Sparql11Protocol.INSTANCE;
        status = answered;
        String pair = Base64.getEncoder().encodeToString(("maria:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        List<Function<String, String>> bodies = List.of(
                header -> header,
                header -> header.substring(header.indexOf(' ') + 1),
                header -> "<html><pre>Authorization: " + header + " (" + decoded(header, "&amp;", "&quot;")
                        + ")</pre></html>",
                header -> "{\"decoded\": \"" + decoded(header, "&", "\\\"") + "\", \"sent\": \"" + header + "\"}",
                header -> "x".repeat(4096 - 8) + header.substring(header.indexOf(' ') + 1) + "x".repeat(100_000));
        for (Authentication authentication :
                List.of(Authentication.basic("maria", PASSWORD), Authentication.bearer(TOKEN))) {
            for (Function<String, String> each : bodies) {
                body = each;
                RemoteSettings settings = settings(protocol, authentication);
                String told = told(settings);
                assertThat(told)
                        .as("%s", authentication)
                        .isNotEmpty()
                        .doesNotContain("marker")
                        .doesNotContain(pair)
                        .doesNotContain(pair.substring(0, 6));
                assertThat(told.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(5000));
            }
        }
    }

    /** What was sent, as a server may write it that has read it. */
    private static String decoded(String header, String ampersand, String quote) {
        String sent = header.substring(header.indexOf(' ') + 1);
        return header.startsWith("Basic ")
                ? new String(Base64.getDecoder().decode(sent), StandardCharsets.UTF_8)
                        .replace("&", ampersand)
                        .replace("\"", quote)
                : sent;
    }

    /** What validation says, what a task throws, and what verification throws, with all causes. */
    private String told(RemoteSettings settings) {
        StringBuilder told = new StringBuilder();
        RemoteProbe.of(settings).run().ifPresent(finding -> told.append(finding).append('\n'));
        try (RemoteTarget target = RemoteTarget.of(settings, "sink")) {
            told.append(trace(catchThrowable(() -> target.claim(List.of(new PartitionId("t", 0))))));
        }
        try (ServiceStore store = ServiceStore.of(settings, Duration.ofSeconds(60), "")) {
            told.append(trace(catchThrowable(() -> store.read(statement -> {}))));
        }
        return told.toString();
    }

    private static String trace(Throwable thrown) {
        if (thrown == null) {
            return ""; // JSON without results is an empty result for the parser
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
