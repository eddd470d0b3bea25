package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.AsOfRepository;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.versions.HistorySettings;
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
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint answers as of earlier commits, and waits for records. */
class HistoryEndpointTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final String VALUE = "SELECT ?o { <urn:test:a> <urn:test:value> ?o }";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private EmbeddedTarget target;
    private Claim claim;
    private SparqlEndpoint endpoint;

    private void start(String kind, HistorySettings history) {
        target = kind.equals("memory")
                ? MemoryTarget.open(directory, "sink", Duration.ZERO, false, history)
                : LmdbTarget.open(directory, "sink", Duration.ZERO, LmdbSettings.DEFAULT, false, history);
        claim = target.claim(List.of(P0)).get(P0);
        endpoint = SparqlEndpoint.start(new EndpointOptions("127.0.0.1", 0, 240_000), target);
    }

    @AfterEach
    void stop() {
        endpoint.close();
        target.close();
    }

    /** Replaces the value, in one commit with one record. */
    private void set(int value) {
        List<Statement> old = value == 1 ? List.of() : List.of(Stream.statement("a", value - 1, null));
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(
                batch,
                P0,
                claim,
                claim.nextOffset(),
                null,
                null,
                RdfPatch.change(old, List.of(Stream.statement("a", value, null))));
        batch.eventTime(1_000L * value);
        claim = target.apply(batch.build()).get(P0);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(endpoint.uri().resolve(path))
                        .header("Accept", "text/csv")
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> query(String parameters) throws Exception {
        return get("/sparql?query=" + URLEncoder.encode(VALUE, StandardCharsets.UTF_8) + parameters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aQueryNamesTheCommitOrTheTimeThatItAsksFor(String kind) throws Exception {
        start(kind, HistorySettings.FOR_EVER);
        set(1);
        set(2);
        JsonNode before = new ObjectMapper().readTree(get("/commits").body());
        set(3);
        long second = before.get("last").asLong();
        String time = before.get("commits")
                .get((int) (second - before.get("first").asLong()))
                .get("time")
                .asText();

        HttpResponse<String> past = query("&asOf=" + second);
        assertThat(past.body()).contains("2").doesNotContain("3");
        assertThat(past.headers().firstValue("Velella-Commit")).hasValue(Long.toString(second));
        assertThat(query("&asOf=" + (second - 1)).body()).contains("1").doesNotContain("2");
        assertThat(query("&asOf=" + (second - 2)).body().strip()).isEqualTo("o");
        assertThat(query("").body()).contains("3");
        assertThat(query("&asOf=" + time).statusCode()).isEqualTo(200);
        assertThat(before.get("commits")
                        .get((int) (second - 1))
                        .get("nextOffsets")
                        .get("patches-0")
                        .asLong())
                .isEqualTo(2);

        assertThat(past.headers().firstValue("Velella-Event-Time")).hasValue("1970-01-01T00:00:02Z");
        HttpResponse<String> between = query("&asOfEventTime=1970-01-01T00:00:02.900Z");
        assertThat(between.body()).contains("2").doesNotContain("3");
        assertThat(between.headers().firstValue("Velella-Event-Time")).hasValue("1970-01-01T00:00:02Z");
        HttpResponse<String> future = query("&asOf=2999-01-01T00:00:00Z");
        assertThat(future.body()).contains("3");
        assertThat(future.headers().firstValue("Velella-Commit")).hasValue(Long.toString(second + 1));

        assertThat(query("&asOf=99").statusCode()).isEqualTo(404);
        assertThat(query("&asOf=2001-01-01T00:00:00Z").statusCode()).isEqualTo(410);
        assertThat(query("&asOf=yesterday").statusCode()).isEqualTo(400);
        assertThat(query("&asOf=1&asOf=2").statusCode()).isEqualTo(400);
        try (RepositoryConnection wrapped = new AsOfRepository(target, second).getConnection()) {
            assertThat(wrapped.size()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void withoutAHistoryAQueryOfThePastIsRefused(String kind) throws Exception {
        start(kind, HistorySettings.NONE);
        assertThat(query("&asOf=1").statusCode()).isEqualTo(400);
        assertThat(get("/commits").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aQueryWaitsUntilARecordIsApplied(String kind) throws Exception {
        start(kind, HistorySettings.NONE);
        set(1);
        assertThat(query("&atLeast=0").body()).contains("1");
        HttpResponse<String> late = query("&atLeast=patches:0:1&wait=1");
        assertThat(late.statusCode()).isEqualTo(503);
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                HttpRequest.newBuilder(endpoint.uri()
                                .resolve("/sparql?atLeast=patches:0:1&wait=200000&query="
                                        + URLEncoder.encode(VALUE, StandardCharsets.UTF_8)))
                        .header("Accept", "text/csv")
                        .build(),
                BodyHandlers.ofString());
        set(2);
        assertThat(waiting.get().body()).contains("2");
        assertThat(query("&atLeast=x").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void theStateThatVerifyReadsHasNoRowOfTheHistoryAsData(String kind) throws Exception {
        start(kind, HistorySettings.FOR_EVER);
        set(1);
        set(2);
        List<Statement> data = new ArrayList<>();
        StoreContent.read(target, statement -> {
            if (!SystemRows.isRow(statement)) {
                data.add(statement);
            }
        });
        assertThat(data).containsExactly(Stream.statement("a", 2, null));
    }
}
