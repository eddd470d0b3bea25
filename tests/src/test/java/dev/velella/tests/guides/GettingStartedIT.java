package dev.velella.tests.guides;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WeatherFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of README and of the guide for the first steps, run by a shell as they stand there, with a quickstart in place of the
 * reader's brokers. Only addresses, paths and the topic of the reader's own graphs are others. Left out are commands that start
 * another pipeline, which {@link dev.velella.tests.QuickstartIT} runs.
 */
class GettingStartedIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path README = Path.of("..", "README.md");
    private static final Path GUIDE = Path.of("..", "docs", "guides", "getting-started.md");
    private static final String OWN_TOPIC = "first-graphs";

    /** A line that goes to Kafka's program for that, which the distribution does not have. */
    private static final Pattern RECORD =
            Pattern.compile("printf '(?<key>.*)\\\\t(?<value>.*)\\\\n' \\| .* --topic (?<topic>\\S+) .*\\n");

    @TempDir
    private static Path scratch;

    private static final Map<String, String> PLACES = new LinkedHashMap<>();

    private static Process quickstart;
    private static ConnectRest worker;

    @BeforeAll
    static void start() throws Exception {
        Path out = scratch.resolve("out.txt");
        Path err = scratch.resolve("err.txt");
        quickstart = Installation.start(
                out,
                err,
                "quickstart",
                "--graphs",
                "50",
                "--data-dir",
                scratch.resolve("data").toString());
        Await.until("it serves", PATIENCE, () -> {
            assertThat(quickstart.isAlive())
                    .as("%s%s", Files.readString(out), Files.readString(err))
                    .isTrue();
            return Files.readString(out).contains("Serving");
        });
        String said = Files.readString(out);
        PLACES.put("localhost:9092", found(said, "broker +(\\S+)"));
        PLACES.put("http://localhost:8083", found(said, "Connect +(\\S+)/connectors"));
        PLACES.put("http://localhost:7878", found(said, "more at (\\S+)/sparql"));
        String storePort = Integer.toString(Ports.free());
        PLACES.put("localhost:7890", "localhost:" + storePort);
        PLACES.put("\"7890\"", "\"" + storePort + "\"");
        PLACES.put("/tmp/first-store", scratch.resolve("first-store").toString());
        String file = new WeatherFiles(scratch, 20, 2).write("tar.gz").toString();
        PLACES.put("/data/my-stream.tar.gz", file);
        PLACES.put("\"name\": \"weather-source\"", "\"name\": \"own-source\"");
        PLACES.put("\"topic\": \"graphs\"", "\"topic\": \"" + OWN_TOPIC + "\"");
        PLACES.put("--topic graphs", "--topic " + OWN_TOPIC);
        PLACES.put("\"simulator.elements\": \"10000\"", "\"simulator.elements\": \"50\"");
        worker = new ConnectRest(PLACES.get("http://localhost:8083"));
        writeFiles();
    }

    @AfterAll
    static void stop() {
        quickstart.destroy();
        quickstart.onExit().join();
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    /** Files that the commands name. */
    private static void writeFiles() throws Exception {
        Files.createSymbolicLink(scratch.resolve("velella"), Installation.home().resolve("bin/velella"));
        Path samples = Files.createDirectories(scratch.resolve("deploy/samples"));
        Files.writeString(
                samples.resolve("weather-source.json"),
                inPlace(Files.readString(Path.of("..", "deploy", "samples", "weather-source.json"))));
        Files.writeString(scratch.resolve("graph.ttl"), "<urn:a> <urn:b> 1 .\n");
        Files.writeString(scratch.resolve("monday.nq"), "<urn:a> <urn:b> \"1\" <urn:g> .\n");
        Files.writeString(scratch.resolve("tuesday.nq"), "<urn:a> <urn:b> \"2\" <urn:g> .\n");
        for (JsonNode name : get("/connectors")) {
            JsonNode config = get("/connectors/" + name.asText() + "/config");
            if (config.path("connector.class").asText().endsWith("SinkConnector")) {
                ObjectNode sink = JSON.createObjectNode().put("name", name.asText());
                sink.set("config", config);
                Files.writeString(scratch.resolve("memory-sink.json"), sink.toString());
            }
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", PLACES.get("localhost:9092")))) {
            Topics.create(admin, OWN_TOPIC, 1);
            Topics.create(admin, "first-texts", 1);
        }
    }

    private static String inPlace(String text) {
        String changed = text;
        for (Map.Entry<String, String> place : PLACES.entrySet()) {
            changed = changed.replace(place.getKey(), place.getValue());
        }
        return changed;
    }

    @Test
    void theReadmesFirstQueryAndItsSourceOnOwnBrokersWork() throws Exception {
        List<String> outputs = follow(README);

        assertThat(outputs.get(0).lines())
                .hasSize(10)
                .contains("property,value")
                .anyMatch(line -> line.matches(".*/prop/site_outside/temp,[0-9.]+"));
        assertThat(outputs.get(1)).contains("\"name\":\"own-source\"");
        assertThat(outputs.get(2)).contains("site_outside");
        assertThat(outputs).hasSize(3);
    }

    @Test
    void everyCommandOfTheGuideWorks() throws Exception {
        List<String> outputs = follow(GUIDE);

        assertThat(outputs.get(1).lines())
                .hasSize(10)
                .anyMatch(line -> line.matches(".*/prop/site_outside/temp,[0-9.]+"));
        assertThat(outputs.get(2)).contains("Jelly-RDF, delimited", "flat-triples");
        assertThat(scratch.resolve("change.rdfp"))
                .content()
                .contains("D <urn:a> <urn:b> \"1\"", "A <urn:a> <urn:b> \"2\"");
        assertThat(outputs.get(4)).contains("first-graphs", "site_outside");
        assertThat(outputs).hasSize(5);
    }

    /**
     * Runs the commands of a page in their order, and returns the output of each block. A block of JSON becomes a connector, and
     * the answer behind a block is awaited.
     */
    private static List<String> follow(Path page) throws Exception {
        List<String> outputs = new ArrayList<>();
        List<Fences.Fence> fences = Fences.of(page);
        for (Fences.Fence fence : fences) {
            String text = inPlace(fence.text());
            Matcher record = RECORD.matcher(text);
            if (fence.language().equals("json")) {
                ObjectNode connector = (ObjectNode) JSON.readTree(text);
                worker.create(connector);
                String name = connector.path("name").asText();
                Await.until(name + " runs", PATIENCE, () -> worker.isRunning(name));
            } else if (record.matches()) {
                produce(record.group("topic"), record.group("key"), record.group("value"));
            } else if (fence.language().equals("csv")) {
                String command = inPlace(fences.get(fences.indexOf(fence) - 1).text());
                Await.until(command, PATIENCE, () -> shell(command)
                        .replace("\r", "")
                        .equals(fence.text()));
            } else if (text.matches("(?s)(?:\\./)?velella (?!quickstart|diff-app).*|curl .*")) {
                outputs.add(shell(text));
            }
        }
        return outputs;
    }

    private static void produce(String topic, String key, String value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Objects.requireNonNull(PLACES.get("localhost:9092"))),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        }
    }

    private static String shell(String commands) throws IOException, InterruptedException {
        Path out = Files.createTempFile(scratch, "shell", ".txt");
        Path err = Files.createTempFile(scratch, "shell", ".txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", "PATH=.:$PATH\n" + commands)
                .directory(scratch.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(commands)
                .isTrue();
        assertThat(process.exitValue())
                .as("%s%n%s%s", commands, Files.readString(out), Files.readString(err))
                .isZero();
        return Files.readString(out);
    }

    private static JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(PLACES.get("http://localhost:8083") + path))
                .build());
    }

    private static JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }
}
