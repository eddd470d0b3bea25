package dev.velella.outbox.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxTerms;
import dev.velella.outbox.OutboxSail;
import dev.velella.outbox.OutboxSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The endpoint answers requests of an outbox, and refuses all others. In {@code Rdf4jSourceTaskTest} the source connector
 * reads from it.
 */
class OutboxEndpointTest {
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path scratch;

    private OutboxSail sail;
    private SailRepository repository;

    @BeforeEach
    void open() {
        sail = new OutboxSail(
                new MemoryStore(), new OutboxSettings(scratch.resolve("outbox"), 1 << 30, Duration.ZERO, false, true));
        repository = new SailRepository(sail);
        try (RepositoryConnection connection = repository.getConnection()) {
            IRI thing = SimpleValueFactory.getInstance().createIRI("urn:thing");
            connection.add(thing, thing, thing);
        }
    }

    @AfterEach
    void close() {
        repository.shutDown();
    }

    @Test
    void commitsAreReadAndTrimmed() throws Exception {
        try (OutboxEndpoint endpoint = OutboxEndpoint.start(sail, "products", HERE)) {
            assertThat(endpoint.uri().getPath()).isEqualTo("/repositories/products");
            assertThat(send(endpoint, "GET", OutboxTerms.after(0), null).body())
                    .contains("<urn:velella:outbox#part> \"1 ", "<urn:velella:outbox#forgotten> \"0\"")
                    .endsWith(" <urn:velella:outbox> .\n");
            assertThat(send(endpoint, "GET", OutboxTerms.snapshot("begin", 10), null)
                            .body())
                    .contains("<urn:velella:outbox#chunk>");
            assertThat(send(endpoint, "DELETE", OutboxTerms.through(1), null).statusCode())
                    .isEqualTo(204);
            assertThat(send(endpoint, "GET", OutboxTerms.after(0), null).body())
                    .contains("<urn:velella:outbox#forgotten> \"1\"")
                    .doesNotContain("#part");
        }
    }

    @Test
    void nothingElseIsServed() throws Exception {
        try (OutboxEndpoint endpoint = OutboxEndpoint.start(sail, "products", HERE)) {
            for (String query : new String[] {
                "",
                "?infer=false",
                "?context=%3Curn:thing%3E&subj=%3Curn:thing%3E",
                "?subj=%25&context=%25",
                "?subj=x&context=y"
            }) {
                assertThat(send(URI.create(endpoint.uri() + "/statements" + query), "GET", null))
                        .as(query)
                        .matches(answer -> answer.statusCode() == 400)
                        .extracting(HttpResponse::body)
                        .asString()
                        .contains("serves an outbox alone");
            }
            assertThat(send(endpoint, "POST", OutboxTerms.after(0), null).statusCode())
                    .isEqualTo(405);
            assertThat(send(endpoint.uri(), "GET", null).statusCode()).isEqualTo(404);
            assertThat(send(endpoint, "GET", OutboxTerms.snapshot("nonsense", 1), null))
                    .matches(answer -> answer.statusCode() == 500)
                    .extracting(HttpResponse::body)
                    .asString()
                    .contains("not a range of a snapshot");
        }
    }

    @Test
    void withALoginOthersAreRefused() throws Exception {
        try (OutboxEndpoint endpoint = OutboxEndpoint.start(sail, "products", HERE, "maria", "pass:word")) {
            assertThat(send(endpoint, "GET", OutboxTerms.after(0), null).statusCode())
                    .isEqualTo(401);
            assertThat(send(endpoint, "GET", OutboxTerms.after(0), "maria:other")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(endpoint, "DELETE", OutboxTerms.through(1), "eve:pass:word")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(endpoint, "GET", OutboxTerms.after(0), "maria:pass:word")
                            .body())
                    .contains("#part");
        }
    }

    @Test
    void anOutboxIsNotGivenToEverybody() {
        assertThatThrownBy(() -> OutboxEndpoint.start(sail, "products", new InetSocketAddress("0.0.0.0", 0)))
                .hasMessageContaining("give a user name and a password");
        assertThatThrownBy(() -> OutboxEndpoint.start(sail, "a/b", HERE)).hasMessageContaining("not a name");
        assertThatThrownBy(() -> OutboxEndpoint.start(sail, "products", HERE, "a:b", "c"))
                .hasMessageContaining("colon");
    }

    private static HttpResponse<String> send(OutboxEndpoint endpoint, String method, IRI subject, String login)
            throws IOException, InterruptedException {
        return send(
                URI.create(endpoint.uri() + "/statements?infer=false&subj=" + encoded(subject) + "&context="
                        + encoded(OutboxTerms.GRAPH)),
                method,
                login);
    }

    private static HttpResponse<String> send(URI uri, String method, String login)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        if (login != null) {
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(IRI iri) {
        return URLEncoder.encode("<" + iri + ">", StandardCharsets.UTF_8);
    }
}
