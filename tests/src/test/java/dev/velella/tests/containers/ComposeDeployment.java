package dev.velella.tests.containers;

import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.monitoring.PrometheusClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;

/**
 * The compose file as it is shipped, run as a project of its own: only images, ports and passwords are set, by the
 * variables that it has for them. {@link #down} leaves nothing behind.
 */
final class ComposeDeployment {
    /** Names the image of worker and diff app; those of the other programs may be named too. */
    static final String IMAGE_PROPERTY = "velella.image";

    static final String DEVICE_PASSWORD = "for devices";

    private static final String PASSWORD = "for the connector";
    private static final Path FOLDER = Path.of("..", "deploy", "compose");
    private static final Path LOG = Path.of("target", "compose.log");
    private static final long PATIENCE_SECONDS = 180;

    private final List<String> compose = composeCommand();
    private final Map<String, String> variables = new HashMap<>();
    private final int mqttPort = Ports.free();
    private final int kafkaPort = Ports.free();
    private final int connectPort = Ports.free();
    private final int sparqlPort = Ports.free();
    private final int prometheusPort = Ports.free();
    private final int pagePort = Ports.free();

    /** A deployment that is not started. */
    ComposeDeployment() throws Exception {
        Files.deleteIfExists(LOG);
        variables.put(
                "COMPOSE_PROJECT_NAME", System.getProperty("velella.compose.project", "velella-" + UUID.randomUUID()));
        variables.put("MQTT_PASSWORD", PASSWORD);
        variables.put("MQTT_GATEWAY_PASSWORD", DEVICE_PASSWORD);
        variables.put("MQTT_PORT", Integer.toString(mqttPort));
        variables.put("KAFKA_PORT", Integer.toString(kafkaPort));
        variables.put("CONNECT_PORT", Integer.toString(connectPort));
        variables.put("SPARQL_PORT", Integer.toString(sparqlPort));
        variables.put("PAGE_PORT", Integer.toString(pagePort));
        variables.put("PROMETHEUS_PORT", Integer.toString(prometheusPort));
        variables.put("ALERTMANAGER_PORT", Integer.toString(Ports.free()));
        // As for all tests: containers that live for a minute gain nothing from the optimising compiler.
        variables.put("WORKER_JAVA_OPTIONS", "-Xmx512m -XX:TieredStopAtLevel=1");
        variables.put("DIFF_JAVA_OPTIONS", "-Xmx256m -XX:TieredStopAtLevel=1");
        variables.put("PAGE_JAVA_OPTIONS", "-Xmx128m -XX:TieredStopAtLevel=1");
        image("VELELLA_IMAGE", System.getProperty(IMAGE_PROPERTY));
        image("KAFKA_IMAGE", System.getProperty(BrokerContainer.IMAGE_PROPERTY));
        image("MOSQUITTO_IMAGE", System.getProperty("velella.mosquitto.image"));
        image("PROMETHEUS_IMAGE", System.getProperty("velella.prometheus.image"));
        image("ALERTMANAGER_IMAGE", System.getProperty("velella.alertmanager.image"));
    }

    private void image(String variable, @Nullable String name) {
        if (name != null) {
            variables.put(variable, name);
        }
    }

    /** Makes and starts everything that is not running. */
    void up() throws Exception {
        run("", "--profile", "monitoring", "up", "--detach", "--no-build");
    }

    /** Makes the broker of MQTT anew with this password for the connector; the connector still has its own. */
    void upMosquitto(String password) throws Exception {
        variables.put("MQTT_PASSWORD", password);
        run("", "up", "--detach", "--no-build", "--no-deps", "mosquitto");
        variables.put("MQTT_PASSWORD", PASSWORD);
    }

    /** As the other, with the password that the connector has. */
    void upMosquitto() throws Exception {
        upMosquitto(PASSWORD);
    }

    /** The state of the pipeline, from the API of the page. */
    String pageState() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + pagePort + "/api/v1/state"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    /** SIGKILL for the container of the worker. */
    void killWorker() throws Exception {
        run("", "kill", "connect");
    }

    /** Starts the killed container again. */
    void startWorker() throws Exception {
        run("", "start", "connect");
    }

    /** Stops the broker of MQTT as it is to be stopped, and starts it. */
    void restartMosquitto() throws Exception {
        run("", "restart", "mosquitto");
    }

    /** Publishes each line as a message, with the gateway's password and QoS 1. */
    void publishLines(String topic, List<String> lines) throws Exception {
        publish(topic, String.join("\n", lines) + "\n", "-l");
    }

    /** Publishes one message, with the gateway's password and QoS 1. */
    void publishMessage(String topic, String message, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-s");
        publish(topic, message, all.toArray(String[]::new));
    }

    private void publish(String topic, String input, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("exec", "-T", "mosquitto", "mosquitto_pub", "-V", "5"));
        arguments.addAll(List.of("-u", "gateway", "-P", DEVICE_PASSWORD, "-q", "1", "-t", topic));
        arguments.addAll(List.of(options));
        run(input, arguments.toArray(String[]::new));
    }

    ConnectRest rest() {
        return new ConnectRest(restUrl());
    }

    String restUrl() {
        return "http://localhost:" + connectPort;
    }

    PrometheusClient prometheus() {
        return new PrometheusClient("http://localhost:" + prometheusPort);
    }

    StoreClient store() {
        return new StoreClient("http://localhost:" + sparqlPort);
    }

    String bootstrapServers() {
        return "localhost:" + kafkaPort;
    }

    int mqttPort() {
        return mqttPort;
    }

    /** Appends what the containers have logged to {@code target/compose.log}, and returns the lines of that file. */
    List<String> log() throws Exception {
        run("", "logs", "--no-color", "--timestamps");
        return Files.readAllLines(LOG);
    }

    /** Removes containers, network and volumes. */
    void down() throws Exception {
        run("", "--profile", "monitoring", "down", "--volumes", "--timeout", "1");
    }

    private void run(String input, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(compose);
        command.addAll(List.of(arguments));
        Path in = Files.createTempFile("compose", ".txt");
        try {
            Files.writeString(in, input);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(FOLDER.toFile())
                    .redirectInput(in.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
            builder.environment().putAll(variables);
            builder.environment().put("DOCKER_HOST", engine());
            Process process = builder.start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            if (process.exitValue() != 0) {
                throw new AssertionError(command + " ended with " + process.exitValue() + "; see tests/" + LOG);
            }
        } finally {
            Files.delete(in);
        }
    }

    private static String engine() {
        return DockerClientFactory.instance()
                .getTransportConfig()
                .getDockerHost()
                .toString();
    }

    /** Compose as a command of docker's, or else the older program. */
    private static List<String> composeCommand() throws IOException, InterruptedException {
        for (List<String> command : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
            List<String> version = new ArrayList<>(command);
            version.add("version");
            try {
                Process process =
                        new ProcessBuilder(version).redirectErrorStream(true).start();
                String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (process.waitFor() == 0 && answer.contains("version")) {
                    return command;
                }
            } catch (IOException e) {
                // There is no such program: the next may be.
            }
        }
        throw new IOException("neither docker compose nor docker-compose is installed");
    }
}
