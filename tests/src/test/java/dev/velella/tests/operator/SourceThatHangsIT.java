package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.LoggedMessages;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A source that is given another cluster than the worker's, or more partitions than there are: what is said in log, metric
 * and status, and that everything arrives when the advice is followed.
 */
class SourceThatHangsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PARTITIONS = 2;
    private static final int ELEMENTS = 300;
    private static final int STATIONS = 20;

    /** Time for the worker's producer: log and metric must speak while the task still runs. */
    private static final String MAX_BLOCK_MS = "10000";

    private static LoggedMessages log;

    private static BrokerProcess broker;
    private static BrokerProcess elsewhere;
    private static ConnectWorker worker;
    private static ConnectRest rest;

    @BeforeAll
    static void start(@TempDir Path scratch) throws Exception {
        broker = new BrokerProcess(
                scratch.resolve("kafka"), "", Map.of("auto.create.topics.enable", "false"), List.of());
        elsewhere = new BrokerProcess(scratch.resolve("elsewhere"));
        try (Admin here = admin(broker);
                Admin there = admin(elsewhere)) {
            Topics.create(here, "asked-elsewhere", PARTITIONS);
            Topics.create(there, "asked-elsewhere", 12);
            Topics.create(here, "too-many", PARTITIONS);
            Topics.create(here, "alike", PARTITIONS);
            Topics.create(there, "alike", PARTITIONS);
        }
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
        rest = new ConnectRest(worker.restUrl());
        log = LoggedMessages.of("dev.velella");
    }

    @AfterAll
    static void stop() {
        log.close();
        worker.close();
        elsewhere.close();
        broker.close();
    }

    @Test
    void aSourceThatHangsSaysWhyAndSendsEverythingWhenTheAdviceIsFollowed() throws Exception {
        ObjectNode askedElsewhere =
                connector("asked-elsewhere", Map.of("kafka.bootstrap.servers", elsewhere.bootstrapServers()));
        ObjectNode tooMany = connector("too-many", Map.of("topic.partitions", "5"));
        config(tooMany).remove("kafka.bootstrap.servers");
        ObjectNode alike = connector("alike", Map.of("kafka.bootstrap.servers", elsewhere.bootstrapServers()));
        List<ObjectNode> connectors = List.of(askedElsewhere, tooMany, alike);
        for (ObjectNode connector : connectors) {
            rest.create(connector);
        }

        // The line names the cluster that was asked; the worker names its own.
        assertThat(awaitSaid("topic asked-elsewhere has 12 partitions", "asked-elsewhere"))
                .contains(clusterId(elsewhere), "kafka_cluster_id");
        assertThat(awaitSaid("topic.partitions says that topic too-many has 5 partitions", "too-many"))
                .contains("as many partitions");
        assertThat(workersClusterId()).isEqualTo(clusterId(broker)).isNotEqualTo(clusterId(elsewhere));
        awaitFailure("alike", "set kafka.bootstrap.servers to the brokers of the worker");
        awaitFailure("asked-elsewhere", "with partition count 2 is not present in metadata");
        awaitFailure("too-many", "with partition count 2 is not present in metadata");

        config(askedElsewhere).put("kafka.bootstrap.servers", broker.bootstrapServers());
        config(tooMany).put("topic.partitions", Integer.toString(PARTITIONS));
        config(alike).put("kafka.bootstrap.servers", broker.bootstrapServers());
        for (ObjectNode connector : connectors) {
            rest.create(connector);
        }
        for (ObjectNode connector : connectors) {
            awaitEverything(connector.get("name").asText());
        }
    }

    /** The topic of dead letters is deleted while the source runs. */
    @Test
    @Tag("long")
    void aTopicOfDeadLettersThatIsGoneIsNamedAndEverythingGoesOnWhenItIsThereAgain() throws Exception {
        AtomicReference<String> document = new AtomicReference<>("oops 1");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = document.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/turtle");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try (Admin admin = admin(broker)) {
            Topics.create(admin, "documents", 1);
            ObjectNode source = new Samples(Installation.home())
                    .connector(
                            "http-document-source.json",
                            Map.of(
                                    "http.url",
                                    "http://127.0.0.1:" + server.getAddress().getPort() + "/doc",
                                    "http.poll.interval.ms",
                                    "200",
                                    "topic",
                                    "documents",
                                    "key.source",
                                    "constant",
                                    "key.constant",
                                    "doc",
                                    "on.error",
                                    "dead-letter",
                                    "dead.letter.topic",
                                    "documents-dead",
                                    "kafka.bootstrap.servers",
                                    broker.bootstrapServers()));
            source.put("name", "gone-letters");
            config(source).remove("producer.override.max.block.ms");
            rest.create(source);
            Await.until("the first dead letter", PATIENCE, () -> letters() == 1);

            admin.deleteTopics(List.of("documents-dead")).all().get();
            document.set("oops 2");
            Await.until("the log names the topic", PATIENCE, () -> log.messages().stream()
                    .anyMatch(line -> line.contains("acknowledged none of")
                            && line.contains("topic documents-dead (1)")
                            && line.contains("Topic documents-dead does not exist: create it")));
            assertThat(metric("gone-letters", "records-unacknowledged-ms")).isGreaterThanOrEqualTo(5000);

            Topics.create(admin, "documents-dead", 1);
            document.set("<urn:a> <urn:b> 1 .");
            Await.until("the document after it", PATIENCE, () -> {
                assertThat(rest.failure("gone-letters")).isEmpty();
                return !Topics.committed(broker.bootstrapServers(), "documents", 1)
                        .isEmpty();
            });
            assertThat(letters()).isEqualTo(1);
        } finally {
            server.stop(0);
        }
    }

    private static int letters() throws Exception {
        try (Admin admin = admin(broker)) {
            return admin.listTopics().names().get().contains("documents-dead")
                    ? Topics.committed(broker.bootstrapServers(), "documents-dead", 1)
                            .size()
                    : 0;
        }
    }

    /** The line of the log, after the metric has moved while the status was RUNNING. */
    private static String awaitSaid(String partitions, String name) throws Exception {
        List<String> found = new ArrayList<>();
        Await.until("the log says that " + name + " hangs", PATIENCE, () -> {
            log.messages().stream()
                    .filter(line -> line.contains("acknowledged none of") && line.contains(partitions))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        assertThat(metric(name, "records-unacknowledged-ms")).isGreaterThanOrEqualTo(5000);
        assertThat(metric(name, "records-unacknowledged")).isPositive();
        assertThat(rest.isRunning(name)).isTrue();
        return found.get(0);
    }

    private static void awaitFailure(String name, String reason) throws Exception {
        Await.until(name + " fails", PATIENCE, () -> rest.failure(name).isPresent());
        assertThat(rest.failure(name)).get().asString().contains(reason);
    }

    private static void awaitEverything(String topic) throws Exception {
        Await.until("everything is in " + topic, PATIENCE, () -> records(topic).size() >= ELEMENTS);
        Map<String, List<RdfGraph>> expected = new HashMap<>();
        Weather.elements(ELEMENTS, STATIONS)
                .forEach(element -> expected.computeIfAbsent(element.key(), key -> new ArrayList<>())
                        .add(element.graph()));
        Map<String, List<RdfGraph>> found = new HashMap<>();
        try (RecordValues values = new RecordValues(broker.bootstrapServers())) { // no dictionary went elsewhere
            for (ConsumerRecord<String, byte[]> record : records(topic)) {
                found.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(values.read(record, RdfGraph.class));
            }
        }
        assertThat(found).isEqualTo(expected);
        Await.until("every record is acknowledged", PATIENCE, () -> metric(topic, "records-unacknowledged") == 0);
        assertThat(metric(topic, "records-unacknowledged-ms")).isZero();
    }

    private static List<ConsumerRecord<String, byte[]>> records(String topic) {
        return Topics.committed(broker.bootstrapServers(), topic, PARTITIONS);
    }

    private static ObjectNode connector(String name, Map<String, String> options) throws Exception {
        Map<String, String> changes = new HashMap<>(options);
        changes.put("topic", name);
        changes.put("simulator.elements", Integer.toString(ELEMENTS));
        changes.put("simulator.stations", Integer.toString(STATIONS));
        changes.put("producer.override.max.block.ms", MAX_BLOCK_MS);
        ObjectNode connector = new Samples(Installation.home()).connector("weather-source.json", changes);
        return connector.put("name", name);
    }

    private static ObjectNode config(ObjectNode connector) {
        return (ObjectNode) connector.get("config");
    }

    private static double metric(String connector, String name) throws Exception {
        ObjectName bean = new ObjectName("kafka.connect:type=plugins,connector=" + connector + ",task=0");
        return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, name)).doubleValue();
    }

    private static Admin admin(BrokerProcess of) {
        return Admin.create(Map.of("bootstrap.servers", of.bootstrapServers()));
    }

    private static String clusterId(BrokerProcess of) throws Exception {
        try (Admin admin = admin(of)) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static String workersClusterId() throws Exception {
        String answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(worker.restUrl())).build(), BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(answer).get("kafka_cluster_id").asText();
    }
}
