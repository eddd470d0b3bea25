package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries and transactions of a store on disk take turns. */
class LmdbEndpointTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private LmdbTarget target;
    private Claim claim;
    private SparqlEndpoint endpoint;

    @BeforeEach
    void start() {
        target = LmdbTarget.open(directory, "sink", Duration.ZERO, LmdbSettings.DEFAULT);
        claim = target.claim(List.of(P0)).get(P0);
        List<Statement> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(Stream.statement("many" + i, i, null));
        }
        apply(List.of(), many);
        endpoint = SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, 240_000), target);
    }

    @AfterEach
    void stop() {
        endpoint.close();
        target.close();
    }

    private void apply(List<Statement> deletes, List<Statement> adds) {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), null, null, RdfPatch.change(deletes, adds));
        claim = target.apply(batch.build()).get(P0);
    }

    private HttpRequest request(String query) {
        return request(endpoint, query);
    }

    private static HttpRequest request(SparqlEndpoint endpoint, String query) {
        URI uri = endpoint.uri().resolve("/sparql?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(uri).header("Accept", "text/csv").build();
    }

    private HttpResponse<String> get(String query) throws Exception {
        return client.send(request(query), BodyHandlers.ofString());
    }

    private String csv(String query) throws Exception {
        HttpResponse<String> response = get(query);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().replace("\r\n", " ").strip();
    }

    /** A result longer than the heap keeps; the client takes one byte of it. */
    @Test
    void applyingGoesOnWhileAClientReadsSlowly() throws Exception {
        HttpRequest request = request("SELECT * { ?a ?b ?c . ?d ?e ?f FILTER(?c < 40) }");
        try (InputStream slow =
                client.send(request, BodyHandlers.ofInputStream()).body()) {
            assertThat(slow.read()).isGreaterThan(0);
            for (int i = 0; i < 20; i++) {
                apply(List.of(), List.of(Stream.statement("later", i, null)));
            }
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:later> ?p ?o }"))
                    .isEqualTo("n 20");
            long lines = 1 + slow.readAllBytes().length;
            assertThat(lines).isGreaterThan(2L * ResultSpool.HEAP_BYTES);
        }
    }

    @Test
    void aQueryThatDoesNotEndHoldsUpApplyingForItsTimeOnly() throws Exception {
        try (SparqlEndpoint impatient = SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, 3_000), target)) {
            CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                    request(impatient, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"),
                    BodyHandlers.ofString());
            for (int i = 0; i < 10; i++) {
                apply(List.of(), List.of(Stream.statement("later", i, null)));
            }
            assertThat(slow.get().statusCode()).isEqualTo(503);
        }
        assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:later> ?p ?o }")).isEqualTo("n 10");
    }

    @Test
    void aQueryIsEndedWhenATransactionHasWaitedForItLongEnough() throws Exception {
        EndpointOptions options = new EndpointOptions("127.0.0.1", 0, 240_000, 240_000, 100, 1 << 28, List.of());
        try (SparqlEndpoint yielding = SparqlEndpoint.start(options, target)) {
            CompletableFuture<HttpResponse<String>> slow = client.sendAsync(
                    request(yielding, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"),
                    BodyHandlers.ofString());
            int applied = 0;
            while (!slow.isDone()) {
                apply(List.of(), List.of(Stream.statement("later", applied++, null)));
            }
            assertThat(slow.get().statusCode()).isEqualTo(503);
            assertThat(slow.get().body()).contains("sparql.endpoint.hold.ms");
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:later> ?p ?o }"))
                    .isEqualTo("n " + applied);
        }
    }

    /** As a library would be that does not heed interrupts: what it goes on with is kept from the store. */
    @Test
    void aQueryThatCannotBeEndedHoldsUpNobodyAndTheStoreIsClosedWhenItHasGone() throws Exception {
        EndpointOptions options = new EndpointOptions("127.0.0.1", 0, 240_000, 240_000, 1, 1 << 28, List.of());
        try (StubbornFunction stubborn = new StubbornFunction();
                SparqlEndpoint yielding = SparqlEndpoint.start(options, target)) {
            CompletableFuture<HttpResponse<String>> stuck = client.sendAsync(
                    request(
                            yielding,
                            "SELECT ?o ?x { ?s ?p ?o BIND(<" + StubbornFunction.NAME + ">(?o) AS ?x)"
                                    + " ?s ?p ?o FILTER(STRLEN(STR(?s)) > 0) }"),
                    BodyHandlers.ofString());
            stubborn.awaitCall();
            for (int i = 0; i < 5; i++) {
                apply(List.of(), List.of(Stream.statement("later", i, null)));
            }
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:later> ?p ?o }"))
                    .isEqualTo("n 5");
            assertThat(stuck).isNotDone();

            assertThatThrownBy(target::close).hasMessageContaining("still runs although it was ended");
            stubborn.end();
            assertThat(stuck.get().statusCode()).as(stuck.get().body()).isEqualTo(503);
        }
        target = reopened();
        assertThat(target.status().statements()).isEqualTo(1_005);
        endpoint.close();
        endpoint = SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, 240_000), target);
        assertThat(csv("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")).isEqualTo("n 1005");
    }

    /** The store is closed by the thread of the query, soon after it has answered. */
    private LmdbTarget reopened() throws InterruptedException {
        while (true) {
            try {
                return LmdbTarget.open(directory, "sink", Duration.ofSeconds(240), LmdbSettings.DEFAULT);
            } catch (StoreFailedException e) {
                assertThat(e).hasMessageContaining("lock");
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aQuerySeesWholeBatchesOnlyAndNoReservedGraph() throws Exception {
        apply(List.of(), List.of(Stream.statement("left", 0, null), Stream.statement("right", 0, null)));
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int i = 1; i < 100; i++) {
                apply(
                        List.of(Stream.statement("left", i - 1, null), Stream.statement("right", i - 1, null)),
                        List.of(Stream.statement("left", i, null), Stream.statement("right", i, null)));
            }
        });
        while (!writer.isDone()) {
            assertThat(csv("SELECT (COUNT(*) AS ?n) { <urn:test:left> ?p ?x . <urn:test:right> ?p ?x }"))
                    .isEqualTo("n 1");
        }
        writer.join();
        assertThat(csv("SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?a ?b ?c } } }"))
                .isEqualTo("n 1002");
    }
}
