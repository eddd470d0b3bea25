package dev.velella.page.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.Certificate;
import dev.velella.fixture.HostileClient;
import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a pipeline of which nothing answers. */
class PageServerTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final Map<String, String> OPTIONS = new HashMap<>();

    @TempDir
    private static Path directory;

    private static Certificate own;
    private static PipelineWatch watch;
    private static PageServer server;

    @BeforeAll
    static void start() throws IOException {
        OPTIONS.putAll(Map.of(
                "bootstrap.servers", "localhost:" + Ports.free(),
                "pipeline.connect.url", "http://localhost:" + Ports.free(),
                "pipeline.diff.health.urls", "http://localhost:" + Ports.free(),
                "pipeline.metrics.urls", "http://localhost:" + Ports.free(),
                "pipeline.timeout.ms", "500",
                "page.listener", "0"));
        PipelineConfig config = new PipelineConfig(OPTIONS);
        own = new Certificate(directory, "page", "dns:localhost");
        StreamBook book = new StreamBook(10, 1_000);
        watch = new PipelineWatch(new PipelineLook(config), book);
        server = new PageServer(config, book, watch);
    }

    @AfterAll
    static void stop() {
        server.close();
        watch.close();
    }

    private static HttpResponse<String> send(String method, String path, String type, String body) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(server.address() + path))
                        .header("Content-Type", type)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).build(), BodyHandlers.ofString());
    }

    @Test
    void everyPartThatIsAwayIsATroubleWithItsCure() throws Exception {
        JsonNode state = new ObjectMapper().readTree(get("/api/v1/state").body());

        assertThat(state.path("verdict").asText()).isEqualTo("critical");
        assertThat(state.path("troubles").findValuesAsText("name"))
                .contains("VelellaBrokerAway", "VelellaPartDown")
                .filteredOn("VelellaPartDown"::equals)
                .hasSize(3);
        for (JsonNode trouble : state.path("troubles")) {
            assertThat(trouble.path("cure").asText()).isNotEmpty();
            assertThat(trouble.path("since").asLong()).isPositive();
        }
    }

    /** Every field of the state is in the description, and the other way round. */
    @Test
    void theStateIsAsTheDescriptionSays() throws Exception {
        ObjectMapper json = new ObjectMapper();
        JsonNode description = json.readTree(get("/openapi.json").body());
        JsonNode state = json.readTree(get("/api/v1/state").body());

        assertThat(names(state))
                .containsExactlyInAnyOrderElementsOf(names(description
                        .path("components")
                        .path("schemas")
                        .path("State")
                        .path("properties")));
        assertThat(names(state.path("traffic")))
                .containsExactlyInAnyOrderElementsOf(names(description
                        .path("components")
                        .path("schemas")
                        .path("Traffic")
                        .path("properties")));
        assertThat(names(state.path("troubles").get(0)))
                .containsExactlyInAnyOrderElementsOf(names(description
                        .path("components")
                        .path("schemas")
                        .path("Trouble")
                        .path("properties")));
        for (String path : names(description.path("paths"))) {
            assertThat(get(path.equals("/api/v1/events") ? "/" : path).statusCode())
                    .as(path)
                    .isNotIn(500, 501);
        }
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> all = node.fieldNames(); all.hasNext(); ) {
            names.add(all.next());
        }
        return names;
    }

    @Test
    void everyFileOfThePageIsThereAndLoadsNothingFromElsewhere() throws Exception {
        HttpResponse<String> index = get("/");
        assertThat(index.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'self';");
        for (String file : new String[] {
            "app.js",
            "dom.js",
            "words.js",
            "terms.js",
            "plot.js",
            "pipeline.js",
            "streams.js",
            "views.js",
            "query.js",
            "editor.js",
            "health.js",
            "page.css",
            "icon.svg",
            "openapi.json",
            "lib/codemirror/lib/codemirror.js",
            "lib/codemirror/lib/codemirror.css",
            "lib/codemirror/mode/sparql/sparql.js",
            "lib/codemirror/addon/hint/show-hint.js",
            "lib/codemirror/addon/hint/show-hint.css",
            "lib/codemirror/addon/edit/matchbrackets.js",
            "lib/codemirror/addon/edit/closebrackets.js"
        }) {
            assertThat(get("/" + file).statusCode()).as(file).isEqualTo(200);
        }
        assertThat(get("/lib/codemirror/package.json").statusCode()).isEqualTo(404);
        assertThat(get("/../PageServer.class").statusCode()).isEqualTo(400);
        assertThat(get("/lib/codemirror/..%2f..%2fpackage.json").statusCode()).isEqualTo(404);
    }

    @Test
    void nothingCanBeChanged() throws Exception {
        for (String method : new String[] {"POST", "PUT", "DELETE", "PATCH"}) {
            assertThat(send(method, "/api/v1/state", "text/plain", "x").statusCode())
                    .isEqualTo(405);
        }
        assertThat(get("/api/v1/query?query=ASK%7B%7D").statusCode()).isEqualTo(405);
        assertThat(send("POST", "/api/v1/query", "application/sparql-update", "CLEAR ALL")
                        .statusCode())
                .isEqualTo(415);
        assertThat(send("POST", "/api/v1/query", "application/sparql-query", "ASK {}")
                        .body())
                .contains("no store to ask");
        assertThat(get("/api/v1/stream?key=nobody").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyFromThePage(HostileClient hostile) throws Exception {
        int port = URI.create(server.address()).getPort();
        hostile.attack(new HostileClient.Door(
                port, "/api/v1/streams", "/api/v1/events", PipelineConfig.CLIENTS, false, false));
    }

    /** People who follow a link to the page, and the rest of the page's own files. */
    @Test
    void linksOfOtherSitesLeadToThePageAlone() throws Exception {
        HttpRequest.Builder page = HttpRequest.newBuilder(URI.create(server.address() + "/"));
        HttpRequest.Builder api = HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/state"));
        for (HttpRequest.Builder request : List.of(page, api)) {
            request.header("Sec-Fetch-Site", "cross-site").header("Sec-Fetch-Mode", "navigate");
        }
        assertThat(HTTP.send(page.build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        assertThat(HTTP.send(api.build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @EnumSource(HostileClient.class)
    void hostileClientsKeepNobodyFromAPageWithTlsAndLogin(HostileClient hostile) throws Exception {
        Map<String, String> options = new HashMap<>(OPTIONS);
        options.put("page.auth", "basic");
        options.put("page.auth.user", HostileClient.USER);
        options.put("page.auth.password", HostileClient.PASSWORD);
        options.put("page.ssl.keystore.location", own.keyStore().toString());
        options.put("page.ssl.keystore.password", Certificate.PASSWORD);
        try (PageServer closed = new PageServer(new PipelineConfig(options), new StreamBook(10, 1_000), watch)) {
            URI address = URI.create(closed.address());
            assertThat(address.getScheme()).isEqualTo("https");
            hostile.attack(new HostileClient.Door(
                    address.getPort(), "/api/v1/streams", "/api/v1/events", PipelineConfig.CLIENTS, true, true));
        }
    }

    /** A name that leads to this machine, and a request for the page of another site. */
    @Test
    void requestsOfOtherSitesAreRefused() throws Exception {
        assertThat(raw("Host: evil.example")).startsWith("HTTP/1.1 403");
        assertThat(raw("Host: localhost\r\nOrigin: http://evil.example")).startsWith("HTTP/1.1 403");
        assertThat(raw("Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("Host: localhost\r\nSec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("Host: LOCALHOST:7880\r\nOrigin: http://localhost:7880")).startsWith("HTTP/1.1 200");
    }

    private static String raw(String headers) throws IOException {
        URI uri = URI.create(server.address());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("GET /api/v1/streams HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
