package dev.velella.tests.versions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.ShortLivedJvm;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Installation;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A Connect worker of another version of Kafka, with the plugins of the distribution, in a process of its own. */
public final class OtherWorker implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OLDEST = "3.7.2";

    private final Path log;
    private final Path configuration;
    private final String version;
    private final String url;
    private Process process;

    /**
     * Starts it, and waits until it answers.
     *
     * @param java the program that runs it; empty for the one of this JVM
     */
    OtherWorker(Path scratch, String version, String java, String bootstrapServers) throws Exception {
        this(scratch, version, java, bootstrapServers, libraries(version) + "/*");
    }

    private OtherWorker(Path scratch, String version, String java, String bootstrapServers, String classPath)
            throws Exception {
        this.version = version;
        int port = Ports.free();
        url = "http://localhost:" + port;
        log = Path.of("target", "worker-" + version + ".log");
        configuration = scratch.resolve("worker-" + version + ".properties");
        Map<String, String> options =
                new HashMap<>(ConnectWorker.properties(bootstrapServers, pluginPath(scratch, version), port));
        for (String topic : List.of("offset", "config", "status")) {
            options.put(topic + ".storage.topic", "connect-" + topic + "-" + version);
        }
        options.put("group.id", "connect-" + version);
        Properties properties = new Properties();
        properties.putAll(options);
        try (OutputStream out = Files.newOutputStream(configuration)) {
            properties.store(out, null);
        }
        process = start(classPath, java);
        Installation.awaitUp(rest(), process);
    }

    /** Directory of the libraries of a version, of brokers too. */
    public static Path libraries(String version) {
        Path libraries = Path.of("workers", "target", version).toAbsolutePath();
        if (!Files.isDirectory(libraries)) {
            throw new IllegalStateException(
                    libraries + " is missing: build tests/workers with -Dvelella.worker.version");
        }
        return libraries;
    }

    /**
     * Starts the oldest worker that tests run with; besides the plugins of the distribution it has Kafka's own connectors for
     * files and for mirrors.
     */
    public static OtherWorker withKafkasConnectors(Path scratch, String bootstrapServers) throws Exception {
        Path connectors = Path.of("workers", "target", "connectors").toAbsolutePath();
        return new OtherWorker(scratch, OLDEST, "", bootstrapServers, libraries(OLDEST) + "/*:" + connectors + "/*");
    }

    /** The plugin two folders deeper than usual, as the operator Strimzi unpacks its zip. */
    private static Path pluginPath(Path scratch, String version) throws IOException {
        Path plugins = scratch.resolve("plugins-" + version);
        Path unpacked = Files.createDirectories(plugins.resolve("velella").resolve("0a1b2c3d"));
        Files.createSymbolicLink(
                unpacked.resolve("velella-connect"), Installation.home().resolve("plugins/velella-connect"));
        return plugins;
    }

    private Process start(String classPath, String java) throws IOException {
        List<String> command = ShortLivedJvm.command(384);
        if (!java.isEmpty()) {
            command.set(0, java);
        }
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                "org.apache.kafka.connect.cli.ConnectDistributed",
                configuration.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    String url() {
        return url;
    }

    /** Its REST interface. */
    public ConnectRest rest() {
        return new ConnectRest(url);
    }

    /** The version that it says it has. */
    String version() throws Exception {
        return JSON.readTree(send(HttpRequest.newBuilder(URI.create(url))))
                .path("version")
                .asText();
    }

    /** The errors at each option, as it answers to a configuration that nobody creates. */
    Map<String, String> validate(Map<String, String> config) throws Exception {
        String type = config.getOrDefault("connector.class", "").replaceFirst(".*\\.", "");
        JsonNode answer = JSON.readTree(
                send(HttpRequest.newBuilder(URI.create(url + "/connector-plugins/" + type + "/config/validate"))
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(JSON.writeValueAsString(config)))));
        if (!answer.has("configs")) {
            throw new AssertionError(version + " answers " + answer);
        }
        Map<String, String> errors = new HashMap<>();
        for (JsonNode option : answer.path("configs")) {
            JsonNode value = option.path("value");
            if (!value.path("errors").isEmpty()) {
                errors.put(
                        value.path("name").asText(),
                        value.path("errors").toString().replace("\\\"", "\""));
            }
        }
        return errors;
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
