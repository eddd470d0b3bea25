package dev.velella.tests.containers;

import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.monitoring.PrometheusClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

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

    private final Compose compose =
            new Compose(System.getProperty("velella.compose.project", "velella-" + UUID.randomUUID()), LOG);
    private final int mqttPort = Ports.free();
    private final int kafkaPort = Ports.free();
    private final int connectPort = Ports.free();
    private final int sparqlPort = Ports.free();
    private final int prometheusPort = Ports.free();
    private final int pagePort = Ports.free();

    /** A deployment that is not started. */
    ComposeDeployment() throws Exception {
        compose.set("MQTT_PASSWORD", PASSWORD);
        compose.set("MQTT_GATEWAY_PASSWORD", DEVICE_PASSWORD);
        compose.set("MQTT_PORT", Integer.toString(mqttPort));
        compose.set("KAFKA_PORT", Integer.toString(kafkaPort));
        compose.set("CONNECT_PORT", Integer.toString(connectPort));
        compose.set("SPARQL_PORT", Integer.toString(sparqlPort));
        compose.set("PAGE_PORT", Integer.toString(pagePort));
        compose.set("PROMETHEUS_PORT", Integer.toString(prometheusPort));
        compose.set("ALERTMANAGER_PORT", Integer.toString(Ports.free()));
        // As for all tests: containers that live for a minute gain nothing from the optimising compiler.
        compose.set("WORKER_JAVA_OPTIONS", "-Xmx512m -XX:TieredStopAtLevel=1");
        compose.set("DIFF_JAVA_OPTIONS", "-Xmx256m -XX:TieredStopAtLevel=1");
        compose.set("PAGE_JAVA_OPTIONS", "-Xmx128m -XX:TieredStopAtLevel=1");
    }

    /** Makes and starts everything that is not running. */
    void up() throws Exception {
        run("", "--profile", "monitoring", "up", "--detach", "--no-build");
    }

    /** Makes the broker of MQTT anew with this password for the connector; the connector still has its own. */
    void upMosquitto(String password) throws Exception {
        compose.set("MQTT_PASSWORD", password);
        run("", "up", "--detach", "--no-build", "--no-deps", "mosquitto");
        compose.set("MQTT_PASSWORD", PASSWORD);
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
        compose.run(FOLDER, input, arguments);
    }
}
