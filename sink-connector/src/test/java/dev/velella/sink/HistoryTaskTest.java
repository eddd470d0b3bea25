package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.sink.store.Stream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The option {@code history} reaches the store of every kind of target that offers it. */
class HistoryTaskTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);

    @TempDir
    Path directory;

    private final RdfSinkTask task = new RdfSinkTask();
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;

    @AfterEach
    void stop() {
        task.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void thePastOfAStoreThatATaskHasOpenedCanBeAskedFor(String target) throws Exception {
        port = freePort();
        Map<String, String> options = new HashMap<>(Map.of(
                "name",
                "sink",
                "consumer.override.isolation.level",
                "read_committed",
                "topics",
                Records.TOPIC,
                "target",
                target,
                "target.dir",
                directory.resolve("store").toString(),
                "sparql.endpoint.port",
                Integer.toString(port),
                "history",
                "true"));
        assertThat(new RdfSinkConnector().validate(options).configValues())
                .flatExtracting(ConfigValue::errorMessages)
                .isEmpty();
        RecordingContext context = new RecordingContext();
        task.initialize(context);
        task.start(options);
        task.open(List.of(P0));
        Stream stream = new Stream("device", 1);
        for (long offset = 0; offset < 3; offset++) {
            task.put(List.of(Records.next(0, offset, stream)));
            task.flush(Map.of());
        }
        JsonNode commits = new ObjectMapper().readTree(get("/commits").body());
        assertThat(commits.get("last").asLong() - commits.get("first").asLong()).isEqualTo(3);
        for (int patch = 1; patch <= 3; patch++) {
            long commit = commits.get("first").asLong() + patch;
            HttpResponse<String> past = get("/sparql?asOf=" + commit + "&query="
                    + URLEncoder.encode("SELECT ?o { GRAPH ?g { ?s ?p ?o } }", StandardCharsets.UTF_8));
            assertThat(past.headers().firstValue("Velella-Commit")).hasValue(Long.toString(commit));
            assertThat(past.body().lines()).containsExactlyInAnyOrder("o", "0", Integer.toString(patch * 1000));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .header("Accept", "text/csv")
                        .build(),
                BodyHandlers.ofString());
    }
}
