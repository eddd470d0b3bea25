package dev.velella.tests.patchlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.fixture.PatchLogServer;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.record.RecordHeaderReader;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log is read into a topic while patches are appended and the worker is killed; the topic is served as a log, and that log
 * is read into a second topic. In the end each version is in both topics once, and the served log is the first one, row by
 * row.
 */
class PatchLogIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String LOG = "products";
    private static final String SERVED = "served-log";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final int kills = Integer.getInteger("velella.patchlog.kills", 1);
    private final int step = Integer.getInteger("velella.patchlog.step", 60);
    private final HttpClient http = HttpClient.newHttpClient();
    private final SplittableRandom random = new SplittableRandom(5);
    private final Set<String> graph = new TreeSet<>();
    private int versions;

    @TempDir
    private Path scratch;

    @Test
    void aLogIsInTheTopicOnceAndServedAsItWasAfterKills() throws Exception {
        try (PatchLogServer logs = new PatchLogServer();
                EmbeddedBroker kafka = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            logs.create(LOG);
            append(logs, step);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                Topics.create(admin, "patches", 1);
                Topics.create(admin, "copy", 1);
            }
            ServeApp service = new ServeApp(new ServeConfig(Map.of(
                    "bootstrap.servers",
                    kafka.bootstrapServers(),
                    "serve.patch.topic",
                    "patches",
                    "serve.listener",
                    "localhost:0",
                    "serve.state.dir",
                    scratch.resolve("state").toString())));
            try (WorkerProcess worker = new WorkerProcess(scratch, kafka.bootstrapServers())) {
                service.start();
                worker.awaitUp();
                source(worker.rest(), "log", kafka, logs.url(LOG), "patches");
                for (int kill = 0; kill < kills; kill++) {
                    append(logs, step);
                    int goal = records(kafka, "patches").size() + step / 2;
                    Await.until("records beyond " + goal, PATIENCE, () -> {
                        assertThat(worker.rest().failure("log")).isEmpty();
                        append(logs, 1);
                        return records(kafka, "patches").size() > goal;
                    });
                    worker.kill();
                    append(logs, step / 2);
                    worker.start();
                    worker.awaitUp();
                }
                awaitRecords(worker.rest(), "log", kafka, "patches");
                String base = "http://localhost:" + service.port() + "/logs/";
                awaitServed(service, base);
                compare(logs, base + LOG);
                readWithRdfDelta(logs, base);
                source(worker.rest(), SERVED, kafka, base + LOG, "copy");
                awaitRecords(worker.rest(), SERVED, kafka, "copy");
                assertThat(positions(kafka, "copy")).isEqualTo(positions(kafka, "patches"));
            } finally {
                service.close();
            }
        }
        System.out.printf("%d versions, %d kills of the worker%n", versions, kills);
    }

    /** Appends patches of rows that all have an effect, as RDF Delta's clients record them. */
    private void append(PatchLogServer logs, int patches) {
        for (int i = 0; i < patches; i++) {
            StringBuilder rows = new StringBuilder("TX .\n");
            for (int row = 0; row < 5; row++) {
                String statement = "<http://example.org/s" + random.nextInt(200) + "> <http://example.org/p> "
                        + (random.nextBoolean()
                                ? "<_:b" + random.nextInt(9) + ">"
                                : "\"é " + random.nextInt(9) + "\"@en")
                        + (random.nextBoolean() ? "" : " <http://example.org/g>");
                rows.append(graph.add(statement) ? "A " : "D ")
                        .append(statement)
                        .append(" .\n");
                if (rows.charAt(rows.lastIndexOf("\n", rows.length() - 2) + 1) == 'D') {
                    graph.remove(statement);
                }
            }
            logs.append(LOG, rows + "TC .\n");
            versions++;
        }
    }

    private static void source(ConnectRest rest, String name, EmbeddedBroker kafka, String url, String topic)
            throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        options.put("patch.log.url", url);
        options.put("patch.log.poll.interval.ms", "50");
        options.put("topic", topic);
        options.put("batch.max.records", "7");
        options.put("producer.override.transaction.timeout.ms", "8000");
        ObjectNode connector = new Samples(Installation.home()).connector("patch-log-source.json", options);
        rest.create(connector.put("name", name));
    }

    private void awaitRecords(ConnectRest rest, String connector, EmbeddedBroker kafka, String topic) throws Exception {
        Await.until(versions + " records in " + topic, PATIENCE, () -> {
            assertThat(rest.failure(connector)).isEmpty();
            return records(kafka, topic).size() >= versions;
        });
        List<String> numbers = new ArrayList<>();
        for (String position : positions(kafka, topic)) {
            numbers.add(position.substring(0, position.indexOf('.')));
        }
        List<String> expected = new ArrayList<>();
        for (int version = 1; version <= versions; version++) {
            expected.add(String.valueOf(version));
        }
        assertThat(numbers).isEqualTo(expected);
    }

    private void awaitServed(ServeApp service, String base) throws Exception {
        Await.until("version " + versions + " is served", PATIENCE, () -> {
            service.failure().ifPresent(failure -> {
                throw new AssertionError(failure);
            });
            return get(base + LOG + "/" + versions).statusCode() == 200;
        });
        JsonNode found = call(base, "describe_datasource", "{\"name\":\"" + LOG + "\"}");
        JsonNode log = call(
                base, "describe_log", "{\"datasource\":\"" + found.get("id").asText() + "\"}");
        assertThat(log.get("min_version").asInt()).isEqualTo(1);
        assertThat(log.get("max_version").asInt()).isEqualTo(versions);
        assertThat(call(base, "list_descriptions", "{}")
                        .get("array")
                        .get(0)
                        .get("name")
                        .asText())
                .isEqualTo(LOG);
        String latest = log.get("latest").asText();
        assertThat(get(base + LOG + "/" + latest.substring(3)).body())
                .isEqualTo(get(base + LOG + "/" + versions).body());
    }

    /** Compares the two logs version by version, row by row. */
    private void compare(PatchLogServer logs, String url) throws Exception {
        for (int version = 1; version <= versions; version++) {
            assertThat(get(url + "/" + version).body()).isEqualTo(logs.patch(LOG, version));
        }
        assertThat(get(url + "/" + (versions + 1)).statusCode()).isEqualTo(404);
    }

    /** Reads the served log with the Python client rdf-delta, if the Python of {@code velella.python} has it. */
    private void readWithRdfDelta(PatchLogServer logs, String base) throws Exception {
        String python = System.getProperty("velella.python", "python3");
        if (run(python, scratch.resolve("import.txt"), "import rdf_delta") != 0) {
            System.out.println("The client rdf-delta is not installed, so the served log was not read with it");
            return;
        }
        String script =
                """
                import sys
                from rdf_delta import DeltaClient
                client = DeltaClient(sys.argv[1])
                found = client.describe_datasource(sys.argv[2])
                log = client.describe_log(found.id)
                assert found.id in client.list_datasource(), found
                for version in range(log.min_version, log.max_version + 1):
                    sys.stdout.buffer.write(client.get_log(version, found.name).encode())
                """;
        Path read = scratch.resolve("read.txt");
        assertThat(run(python, read, script, base, LOG)).isZero();
        StringBuilder expected = new StringBuilder();
        for (int version = 1; version <= versions; version++) {
            expected.append(logs.patch(LOG, version));
        }
        assertThat(Files.readString(read)).isEqualTo(expected.toString());
    }

    private static int run(String python, Path output, String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(python, "-c", script));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private HttpResponse<String> get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode call(String base, String operation, String argument) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "$/rpc"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"opid\":\"\",\"operation\":\"" + operation + "\",\"arg\":" + argument + "}"))
                .build();
        return JSON.readTree(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static List<ConsumerRecord<String, byte[]>> records(EmbeddedBroker kafka, String topic) {
        return Topics.committed(kafka.bootstrapServers(), topic, 1);
    }

    /** Number and hash of each record. */
    private static List<String> positions(EmbeddedBroker kafka, String topic) {
        List<String> found = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : records(kafka, topic)) {
            found.add(RecordHeaderReader.patch(record.headers()));
        }
        return found;
    }
}
