package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.monitoring.MonitoringFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The deployment of the compose file with the sample connectors that are for it, from Mosquitto to the store. */
@RequiresContainerEngine
@EnabledIfSystemProperty(
        named = ComposeDeployment.IMAGE_PROPERTY,
        matches = ".+",
        disabledReason = "no image of worker and diff app: deploy/images/build.sh makes one")
class ComposeContainerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String SOURCE = "devices-source";
    private static final String SINK = "store-sink";
    private static final int PARTITIONS = 4;

    private static ComposeDeployment deployment;
    private static Thermometers thermometers;
    private static ConnectRest rest;

    /** What the store has to hold of others than the thermometers, by the name of the graph. */
    private static final Map<String, Model> OTHERS = new TreeMap<>();

    @BeforeAll
    static void start() throws Exception {
        deployment = new ComposeDeployment();
        deployment.up();
        rest = deployment.rest();
        Installation.awaitUp(rest);
        for (String sample : List.of(SINK, SOURCE)) {
            rest.create(new Samples(Installation.home()).connector("compose-" + sample + ".json", Map.of()));
        }
        thermometers = new Thermometers(deployment.mqttPort(), ComposeDeployment.DEVICE_PASSWORD);
        // What is published before the first subscription is nobody's.
        Await.until("the source has subscribed", PATIENCE, () -> {
            thermometers.publish("first");
            return unlessFailed(!found().isEmpty());
        });
    }

    @AfterAll
    static void stop() throws Exception {
        if (deployment == null) {
            return;
        }
        try {
            if (thermometers != null) {
                thermometers.close();
            }
            deployment.log();
        } finally {
            deployment.down();
        }
    }

    @Test
    void theStoreHoldsTheLastGraphOfEveryDeviceWhateverIsKilledAndStopped() throws Exception {
        for (String device : List.of("d1", "d2", "d3")) {
            deployment.publishLines(
                    Thermometers.topic(device),
                    IntStream.range(0, 100)
                            .mapToObj(number -> thermometers.next(device))
                            .toList());
        }
        deployment.publishMessage(
                "devices/turtle/reading", "<urn:d> <urn:n> 1 .", "-D", "publish", "content-type", "text/turtle");
        other("turtle", 1);
        awaitEverything();

        List<String> devices = List.of("d1", "d2", "d3", "d4");
        thermometers.publishOnAndOn(devices);
        awaitGrowth("the readings come through");
        deployment.killWorker();
        int atKill = thermometers.total();
        Await.until("devices go on without a worker", PATIENCE, () -> thermometers.total() > atKill + 100);
        deployment.startWorker();
        awaitGrowth("the worker goes on where the one before it was killed");
        deployment.restartMosquitto();
        awaitGrowth("readings come through the restarted broker");
        thermometers.pause();
        awaitEverything();
    }

    /** A sample for a broker on localhost, with the changes that the page about the deployment tells. */
    @Test
    void otherSamplesRunWithTheNamesOfTheDeployment() throws Exception {
        rest.create(new Samples(Installation.home())
                .connector(
                        "mqtt-source.json",
                        Map.of(
                                "mqtt.server.uri", "mqtt://mosquitto:1883",
                                "mqtt.username", "velella",
                                "mqtt.password", "${env:MQTT_PASSWORD}",
                                "kafka.bootstrap.servers", "kafka:9092")));
        other("mast", 2);
        Await.until("the store has what was published as TriG", PATIENCE, () -> {
            // Again and again, as only what comes after the subscription is kept.
            deployment.publishMessage("site/mast/weather", "{ <urn:d> <urn:n> 2 }");
            return unlessFailed(stored().containsKey("urn:velella:stream:mast"));
        });
        awaitEverything();
    }

    @Test
    void aWrongPasswordFailsWithTheReasonAndLosesNothing() throws Exception {
        ObjectNode guess = new Samples(Installation.home())
                .connector("compose-" + SOURCE + ".json", Map.of("mqtt.password", "guess"));
        guess.put("name", "guess");
        assertThatThrownBy(() -> rest.create(guess))
                .isInstanceOf(UserException.class)
                .hasMessageContaining("NOT_AUTHORIZED");

        deployment.upMosquitto("changed");
        Await.until(
                "the source has failed", PATIENCE, () -> rest.failure(SOURCE).isPresent());
        assertThat(rest.failure(SOURCE))
                .hasValueSatisfying(reason -> assertThat(reason).contains("NOT_AUTHORIZED"));
        awaitAlert("VelellaTaskFailed");
        Await.until("the page says it", PATIENCE, () -> deployment.pageState().contains("VelellaTaskFailed"));
        assertThat(deployment.pageState()).contains("NOT_AUTHORIZED", "restart?includeTasks=true");

        for (int i = 0; i < 50; i++) {
            thermometers.publish("d5");
        }
        deployment.upMosquitto();
        restartFailed();
        awaitEverything();
    }

    @Test
    void prometheusReadsEveryPartAndTellsWhatIsWrong() throws Exception {
        for (String job : List.of("velella-connect", "velella-diff-app")) {
            Await.until(job + " is read", PATIENCE, () -> deployment
                    .prometheus()
                    .hasSeries("up{job=\"" + job + "\"} == 1"));
        }
        for (String expression : MonitoringFiles.expressionsOfDashboard()) {
            Await.until(expression + " has a series", PATIENCE, () -> deployment
                    .prometheus()
                    .hasSeries(expression));
        }
        deployment.publishMessage("devices/d6/reading", "{no JSON");
        awaitAlert("VelellaRefusedBySource");
        awaitAlert("VelellaDeadLetters");
    }

    /** The worker has the agent for metrics. The time of an answer depends on the machine, so the log tells it. */
    @Test
    void theEndpointAnswersBesideTheAgentForMetrics() throws Exception {
        StoreClient store = deployment.store();
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            long begun = System.nanoTime();
            JsonNode answer = store.select("SELECT ?g WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 10");
            micros.add((System.nanoTime() - begun) / 1_000);
            assertThat(answer.path("head").path("vars")).hasSize(1);
        }
        assertThat(deployment.log())
                .filteredOn(line -> line.contains("SPARQL endpoint"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("can take 40 ms more"));
        micros.sort(null);
        System.out.printf(
                "1,000 queries at /sparql: median %,d, 99th percentile %,d microseconds%n",
                micros.get(500), micros.get(990));
    }

    private static void awaitAlert(String name) throws Exception {
        Await.until(
                name + " fires",
                PATIENCE,
                () -> deployment.prometheus().firing().contains(name));
    }

    private static void restartFailed() throws Exception {
        String path = "/connectors/" + SOURCE + "/restart?includeTasks=true&onlyFailed=true";
        int status = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(deployment.restUrl() + path))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
        assertThat(status).isEqualTo(202);
        Await.until("the source runs again", PATIENCE, () -> rest.isRunning(SOURCE));
    }

    private static void other(String device, int number) {
        Model graph = new LinkedHashModel();
        graph.add(Values.iri("urn:d"), Values.iri("urn:n"), Values.literal(Integer.toString(number), XSD.INTEGER));
        OTHERS.put("urn:velella:stream:" + device, graph);
    }

    private static void awaitGrowth(String what) throws Exception {
        int before = found().values().stream().mapToInt(List::size).sum();
        Await.until(
                what,
                PATIENCE,
                () -> unlessFailed(
                        found().values().stream().mapToInt(List::size).sum() > before + 100));
    }

    /** Until every reading is in the topic once, in order, and the store holds the last graphs and nothing else. */
    private static void awaitEverything() throws Exception {
        Map<String, Model> expected = thermometers.graphs();
        expected.putAll(OTHERS);
        try {
            Await.until("the store holds the last graphs", PATIENCE, () -> unlessFailed(stored().equals(expected)));
        } catch (AssertionError e) {
            assertThat(stored()).isEqualTo(expected);
            throw e;
        }
        Map<String, List<Integer>> found = found();
        assertThat(found.keySet()).isEqualTo(thermometers.readings().keySet());
        thermometers.readings().forEach((device, count) -> {
            List<Integer> numbers = thermometers.withoutRepeats(device, found.get(device));
            int from = device.equals("first") ? numbers.get(0) : 0;
            assertThat(numbers)
                    .as(device)
                    .isEqualTo(IntStream.range(from, count).boxed().toList());
        });
    }

    /** All graphs of the store; empty while it does not answer. */
    private static Map<String, Model> stored() throws Exception {
        Map<String, Model> graphs = new TreeMap<>();
        StoreClient store = deployment.store();
        try {
            for (JsonNode row : store.select("SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
                    .path("results")
                    .path("bindings")) {
                String graph = row.path("g").path("value").asText();
                graphs.put(graph, store.graph(graph));
            }
        } catch (IOException e) {
            return Map.of();
        }
        return graphs;
    }

    /** The numbers of the readings in the topic of graphs, by device. */
    private static Map<String, List<Integer>> found() {
        Map<String, List<Integer>> found = new TreeMap<>();
        try (RecordValues values = new RecordValues(deployment.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record :
                    Topics.committed(deployment.bootstrapServers(), "graphs", PARTITIONS)) {
                for (Statement statement : values.read(record, RdfGraph.class).statements()) {
                    if (statement.getPredicate().getLocalName().equals("hasSimpleResult")) {
                        String temperature = statement.getObject().stringValue();
                        found.computeIfAbsent(record.key(), key -> new ArrayList<>())
                                .add(Integer.valueOf(temperature.replace(".5", "")));
                    }
                }
            }
        }
        return found;
    }

    /** A connector that has failed is reported at once, with its reason, instead of when patience ends. */
    private static boolean unlessFailed(boolean met) throws Exception {
        for (String connector : List.of(SOURCE, SINK)) {
            try {
                assertThat(rest.failure(connector))
                        .as("failure of %s", connector)
                        .isEmpty();
            } catch (IOException e) {
                // The worker is away: there is nothing to tell of it.
            }
        }
        return met;
    }
}
