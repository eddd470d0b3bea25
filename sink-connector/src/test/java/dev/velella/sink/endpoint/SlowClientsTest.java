package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.fixture.Certificate;
import dev.velella.fixture.HostileClient;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.ServerSettings;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.view.RunningStore;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that read or write slowly, or speak for pages of other sites. */
class SlowClientsTest {
    private static final int CONNECTIONS = 200;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> slow = new ArrayList<>();
    private MemoryTarget target;
    private SparqlEndpoint endpoint;

    private static Certificate own;

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) {
        own = new Certificate(folder, "own", "dns:localhost");
    }

    @BeforeEach
    void start() {
        target = MemoryTarget.open(directory, "sink", Duration.ZERO);
        endpoint = SparqlEndpoint.start(
                new EndpointOptions(
                        "127.0.0.1", 0, 240_000, 240_000, 240_000, 1 << 24, List.of("https://app.example.org")),
                target);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
        endpoint.close();
        target.close();
    }

    private HttpResponse<String> status(String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.uri().resolve("/status"))
                .timeout(Duration.ofSeconds(240)); // ends a test that fails
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyFromTheStore(HostileClient hostile) throws Exception {
        hostile.attack(new HostileClient.Door(
                endpoint.uri().getPort(), "/status", "/state", EndpointOptions.CLIENTS, false, false));
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyFromAStoreWithTlsAndLogin(HostileClient hostile) throws Exception {
        try (SparqlEndpoint closed = SparqlEndpoint.start(closed(own.keyStore()), target)) {
            assertThat(closed.uri().getScheme()).isEqualTo("https");
            hostile.attack(new HostileClient.Door(
                    closed.uri().getPort(), "/status", "/state", EndpointOptions.CLIENTS, true, true));
        }
    }

    private static EndpointOptions closed(Path keys) {
        ServerSettings open = new EndpointOptions("127.0.0.1", 0, 60_000).server();
        Tls tls = new Tls(null, new Tls.StoreFile(keys.toString(), Certificate.PASSWORD, null, "PKCS12"));
        Authentication login = Authentication.basic(HostileClient.USER, HostileClient.PASSWORD);
        ServerSettings server = new ServerSettings(
                open.name(),
                open.prefix(),
                open.listener(),
                List.of(),
                List.of(),
                login,
                tls,
                open.bounds(),
                List.of());
        return new EndpointOptions(server, 60_000, 60_000, 60_000, 1 << 24);
    }

    /** As {@code velella verify} does, which knows the configuration of the sink. */
    @Test
    void aReaderWithTheLoginAndTheCertificateReadsTheStore() throws Exception {
        try (SparqlEndpoint closed = SparqlEndpoint.start(closed(own.keyStore()), target)) {
            URI uri = URI.create("https://localhost:" + closed.uri().getPort());
            Tls trusting =
                    new Tls(new Tls.StoreFile(own.keyStore().toString(), Certificate.PASSWORD, null, "PKCS12"), null);
            Authentication login = Authentication.basic(HostileClient.USER, HostileClient.PASSWORD);
            List<Object> read = new ArrayList<>();
            new RunningStore(uri, Duration.ofSeconds(60), login, trusting).read(read::add);
            assertThat(read).isNotEmpty();
            assertThatThrownBy(() -> new RunningStore(uri, Duration.ofSeconds(60), Authentication.NONE, trusting)
                            .read(read::add))
                    .hasMessageContaining("401");
        }
    }

    private static Stream<String> beginnings() {
        return Stream.of(
                "GET /sta",
                "GET /status HTTP/1.1\r\nHost: localhost\r\nX-A:",
                "POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
                        + "Content-Length: 1000\r\n\r\nSELECT",
                "POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nx",
                "POST /status HTTP/1.1\r\nHost: elsewhere\r\nContent-Length: 1000\r\n\r\nx");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void statusIsAnsweredWhileOthersGoOnWithTheirRequestsWhenTheyLike(int kind) throws Exception {
        String beginning = beginnings().toList().get(kind);
        for (int i = 0; i < CONNECTIONS; i++) {
            Socket socket = new Socket("127.0.0.1", endpoint.uri().getPort());
            slow.add(socket);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(status().statusCode()).isEqualTo(200);
        }
    }

    /** With nobody else about, a request is waited for a while, and then given up. */
    @Test
    void aRequestThatDoesNotComeIsGivenUp() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", endpoint.uri().getPort())) {
            socket.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, https://evil.example, 403",
        "Origin, null, 403",
        "Origin, http://localhost:1, 403",
        "Origin, https://app.example.org.evil.example, 403",
        "Origin, https://app.example.org, 200",
        "Origin, HTTPS://APP.example.org/, 200",
        "Origin, SAME, 200",
        "Sec-Fetch-Site, cross-site, 403",
        "Sec-Fetch-Site, same-site, 403",
        "Sec-Fetch-Site, same-origin, 200",
        "Sec-Fetch-Site, none, 200",
    })
    void pagesOfOtherSitesAskOnlyWhereTheyMay(String header, String value, int expected) throws Exception {
        String own = "http://127.0.0.1:" + endpoint.uri().getPort();
        HttpResponse<String> answer = status(header, value.equals("SAME") ? own : value);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
        if (value.equals("https://app.example.org")) {
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains(value);
            assertThat(answer.headers().allValues("Vary")).contains("Origin");
        } else if (expected == 403 || value.equals("SAME")) {
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }
}
