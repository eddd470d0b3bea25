package dev.velella.tests.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.record.RecordHeaderReader;
import dev.velella.serve.app.ServeApp;
import dev.velella.serve.options.ServeConfig;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.source.RdfSourceConnector;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pipeline on a cluster with SASL and ACLs, every part a principal of its own and none a super user, with exactly the
 * rights that {@code docs/security.md} lists; and what is said where one of them is missing.
 */
@Timeout(900)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LeastRightsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> USERS =
            List.of("worker", "source", "diff-app", "view-app", "sink", "verify", "serve");

    @TempDir
    private static Path scratch;

    private static final AtomicInteger DOCUMENT = new AtomicInteger();

    private static List<RightsTable.Row> rights;
    private static SecuredBroker broker;
    private static Admin admin;
    private static HttpServer web;
    private static Process worker;
    private static Path workersLog;

    /** Lines of the worker's log before the right was taken away. */
    private static int linesBefore;

    /** Workers that have given up, with their logs. */
    private static final Map<Process, Path> givenUp = new HashMap<>();

    private static ConnectRest rest;
    private static String restUrl;
    private static int endpointPort;
    private static DiffApp app;
    private static DiffApp views;

    @BeforeAll
    static void start() throws Exception {
        rights = RightsTable.read();
        broker = new SecuredBroker(scratch.resolve("kafka"), USERS);
        admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
        for (RightsTable.Row row : rights) {
            admin.createAcls(row.bindings()).all().get();
        }
        Topics.create(
                admin,
                List.of(new NewTopic("graphs", 1, (short) 1), new NewTopic("source-dead-letters", 1, (short) 1)));
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        web.createContext("/", exchange -> {
            int n = DOCUMENT.incrementAndGet();
            String text = n % 2 == 0 ? "<urn:s> <urn:p> ." : "<urn:s> <urn:p> " + n + " .";
            byte[] document = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/turtle");
            exchange.sendResponseHeaders(200, document.length);
            exchange.getResponseBody().write(document);
            exchange.close();
        });
        web.start();
        define("latest", "\"select\", \"key\": [\"s\"]", "SELECT ?s ?o { ?s <urn:p> ?o }");
        define("copy", "\"construct\"", "CONSTRUCT { ?s <urn:p> ?o } WHERE { ?s <urn:p> ?o }");
        endpointPort = Ports.free();
        startWorker(Path.of("target", "worker.log"));
        Installation.awaitUp(rest, worker);
    }

    @AfterAll
    static void stop() {
        for (DiffApp each : new DiffApp[] {app, views}) {
            if (each != null) {
                each.close();
            }
        }
        if (worker != null) {
            worker.destroyForcibly().onExit().join();
        }
        givenUp.keySet().forEach(each -> each.destroyForcibly().onExit().join());
        web.stop(0);
        admin.close();
        broker.close();
    }

    private static void startWorker(Path log) throws Exception {
        int port = Ports.free();
        Map<String, String> options = new HashMap<>(ConnectWorker.properties("unused", Installation.plugins(), port));
        options.put("config.storage.topic", "velella-connect-configs");
        options.put("offset.storage.topic", "velella-connect-offsets");
        options.put("status.storage.topic", "velella-connect-status");
        client("worker").forEach(options::put);
        restUrl = "http://localhost:" + port;
        rest = new ConnectRest(restUrl);
        workersLog = log;
        worker = Installation.worker(scratch, options, List.of(), 512, log);
    }

    private static Map<String, String> client(String user) {
        return broker.client(user, SecuredBroker.PASSWORD).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, option -> option.getValue().toString()));
    }

    private static Map<String, String> prefixed(String user, String... prefixes) {
        Map<String, String> options = new HashMap<>();
        for (String prefix : prefixes) {
            client(user).forEach((option, value) -> options.put(prefix + option, value));
        }
        return options;
    }

    private static Map<String, String> sourceOptions() {
        Map<String, String> options =
                prefixed("source", "kafka.", "producer.override.", "consumer.override.", "admin.override.");
        options.putAll(Map.of(
                "connector.class", "dev.velella.source.RdfSourceConnector",
                "tasks.max", "1",
                "source.type", "http",
                "http.url", "http://localhost:" + web.getAddress().getPort() + "/station.ttl",
                "http.poll.interval.ms", "1000",
                "key.source", "constant",
                "key.constant", "station",
                "on.error", "dead-letter",
                "dead.letter.topic", "source-dead-letters",
                "topic", "graphs"));
        options.putAll(Map.of(
                "exactly.once.support", "required",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "dev.velella.converter.JellyConverter",
                "header.converter", "org.apache.kafka.connect.storage.StringConverter"));
        return options;
    }

    private static Map<String, String> sinkOptions() {
        Map<String, String> options =
                prefixed("sink", "kafka.", "consumer.override.", "producer.override.", "admin.override.");
        options.putAll(Map.of(
                "connector.class", "dev.velella.sink.RdfSinkConnector",
                "tasks.max", "1",
                "topics", "patches,patches-snapshots",
                "snapshot.topics", "patches-snapshots:patches",
                "target", "memory",
                "target.dir", scratch.resolve("store").toString(),
                "sparql.endpoint.port", Integer.toString(endpointPort),
                "consumer.override.isolation.level", "read_committed",
                "consumer.override.allow.auto.create.topics", "false"));
        options.putAll(Map.of(
                // Kafka gives a dead consumer 45 s before another gets its partitions.
                "consumer.override.session.timeout.ms", "6000",
                "errors.tolerance", "all",
                "errors.deadletterqueue.topic.name", "sink-dead-letters",
                "errors.deadletterqueue.topic.replication.factor", "1",
                "errors.deadletterqueue.context.headers.enable", "true",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "dev.velella.converter.JellyConverter",
                "value.converter.jelly.on.missing.state", "envelope",
                "value.converter.jelly.on.unreadable", "envelope",
                "header.converter", "org.apache.kafka.connect.storage.StringConverter"));
        return options;
    }

    private static DiffConfig diffOptions() {
        return new DiffConfig(diffProperties());
    }

    private static Map<String, String> diffProperties() {
        Map<String, String> options = client("diff-app");
        options.putAll(Map.of(
                "application.id", "velella-diff",
                "replication.factor", "1",
                "state.dir", scratch.resolve("streams").toString(),
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.on.error", "dead-letter",
                "velella.dead.letter.topic", "graphs-dead-letters",
                "velella.late", "topic",
                "velella.late.topic", "graphs-late",
                "velella.snapshot.topic", "patches-snapshots"));
        options.put("velella.snapshot.interval.patches", "1");
        return options;
    }

    private static void define(String name, String kind, String query) throws Exception {
        Files.writeString(
                Files.createDirectories(scratch.resolve("views")).resolve(name + ".json"),
                "{\"name\": \"" + name + "\", \"kind\": " + kind + ", \"query\": \"" + query + "\"}");
    }

    private static Map<String, String> viewProperties() {
        Map<String, String> options = client("view-app");
        options.putAll(Map.of(
                "application.id", "velella-view",
                "replication.factor", "1",
                "state.dir", scratch.resolve("streams").toString(),
                "velella.input.topic", "graphs",
                "velella.views.dir", scratch.resolve("views").toString(),
                "velella.on.error", "dead-letter",
                "velella.dead.letter.topic", "views-dead-letters"));
        return options;
    }

    private static DiffApp newViews() {
        return ViewApp.of(new ViewConfig(viewProperties()));
    }

    /** The service with an empty state, which therefore reads snapshots, patches and dictionaries. */
    private static ServeApp newService() throws Exception {
        Map<String, String> options = client("serve");
        int port = Ports.free();
        options.putAll(Map.of(
                "serve.patch.topic", "patches",
                "serve.snapshot.topic", "patches-snapshots",
                "serve.group", "velella-serve",
                "serve.listener", "localhost:" + port,
                "serve.advertised.address", "localhost:" + port,
                "serve.state.dir", Files.createTempDirectory(scratch, "serve").toString(),
                "session.timeout.ms", "6000"));
        ServeApp service = new ServeApp(new ServeConfig(options));
        service.start();
        return service;
    }

    /** Why the service ends, or that it serves the stream. */
    private static String startServe() throws Exception {
        try (ServeApp service = newService()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + service.port() + "/graphs/station"))
                    .build();
            String[] said = {""};
            Await.until("the service serves or ends", PATIENCE, () -> {
                HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
                said[0] = service.failure().map(Throwable::toString).orElse("status " + answer.statusCode());
                return service.failure().isPresent() || answer.statusCode() == 200;
            });
            return said[0];
        }
    }

    private static void create(String name, Map<String, String> options) throws Exception {
        ObjectNode connector = JSON.createObjectNode().put("name", name);
        ObjectNode config = connector.putObject("config");
        options.forEach(config::put);
        rest.create(connector);
    }

    private static void awaitRunning(String name) throws Exception {
        Await.until(name + " runs", PATIENCE, () -> {
            assertThat(rest.failure(name)).as(name).isEmpty();
            return rest.isRunning(name);
        });
    }

    private static boolean holds(String topic) {
        return !Topics.committed(broker.bootstrapServers(), topic, 1).isEmpty();
    }

    @Test
    @Order(1)
    void thePipelineRunsWithExactlyTheRightsOfThePage() throws Exception {
        create("station-source", sourceOptions());
        awaitRunning("station-source");
        app = new DiffApp(diffOptions());
        app.start();
        assertThat(app.awaitRunning(PATIENCE)).as("%s", app.failure()).isTrue();
        views = newViews();
        views.start();
        assertThat(views.awaitRunning(PATIENCE)).as("%s", views.failure()).isTrue();
        create("memory-sink", sinkOptions());
        awaitRunning("memory-sink");
        sendBad("graphs");
        for (String topic : List.of(
                "source-dead-letters",
                "graphs-dead-letters",
                "patches",
                "patches-snapshots",
                "views-dead-letters",
                "view-latest.rows",
                "view-copy.patches")) {
            Await.until(topic + " holds records", PATIENCE, () -> {
                assertThat(app.failure()).isEmpty();
                assertThat(views.failure()).isEmpty();
                assertThat(rest.failure("station-source")).isEmpty();
                assertThat(rest.failure("memory-sink")).isEmpty();
                return holds(topic);
            });
        }
        Await.until("the store has a reading", PATIENCE, () -> ask("ASK { GRAPH ?g { <urn:s> <urn:p> ?o } }"));
        // A snapshot may have brought the store ahead of its patches.
        AtomicReference<String> said = new AtomicReference<>("");
        Await.until("the store equals its topics", PATIENCE, () -> {
            VelellaRun run = verify();
            said.set(run.out() + run.err());
            return run.status() == 0 || !said.get().contains("catch up");
        });
        assertThat(verify().status()).as(said.get()).isZero();
        assertThat(startServe()).isEqualTo("status 200");
        assertThat(holds("velella-dictionaries")).isTrue();
        assertThat(Topics.committed(broker.bootstrapServers(), "graphs", 1))
                .as("graphs of the source")
                .anySatisfy(record -> assertThat(RecordHeaderReader.velella(record.headers()))
                        .isNotNull()
                        .satisfies(header -> assertThat(header.dictionary()).isNotNull()));
    }

    private static void sendBad(String topic) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", (Object) broker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, "bad", new byte[] {1})).get();
        }
    }

    private static boolean ask(String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + endpointPort + "/sparql"))
                .header("Content-Type", "application/sparql-query")
                .header("Accept", "application/sparql-results+json")
                .POST(BodyPublishers.ofString(query))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body()
                .matches("(?s).*\"boolean\"\\s*:\\s*true.*");
    }

    private static VelellaRun verify() throws Exception {
        Path config = scratch.resolve("sink.json");
        ObjectNode connector = JSON.createObjectNode().put("name", "memory-sink");
        sinkOptions().forEach(connector.putObject("config")::put);
        Files.writeString(config, connector.toString());
        Path properties = scratch.resolve("verify.properties");
        Properties client = new Properties();
        client.putAll(client("verify"));
        try (var out = Files.newOutputStream(properties)) {
            client.store(out, null);
        }
        return VelellaRun.of(
                "verify",
                "--config",
                config.toString(),
                "--bootstrap-server",
                client.getProperty("bootstrap.servers"),
                "--command-config",
                properties.toString(),
                "--full",
                "--endpoint",
                "http://localhost:" + endpointPort);
    }

    /**
     * A worker that starts and takes no connector, and one that gives up. The latter takes most of a minute to end, in which the
     * other tests run; the last one sees that it has.
     */
    @Test
    @Order(2)
    void aWorkerWithoutOneOfItsRightsDoesNotServe() throws Exception {
        List<RightsTable.Row> rows = workersRights();
        doesNotServeWithout(List.of(rows.get(0), rows.get(rows.size() - 1)));
        assertThat(givenUp).hasSize(1);
    }

    /** Each of them costs a worker. */
    @Test
    @Order(3)
    @Tag("long")
    void noRightOfTheWorkerIsNeedless() throws Exception {
        doesNotServeWithout(workersRights());
        assertThat(givenUp).hasSize(1 + 4);
    }

    private static List<RightsTable.Row> workersRights() {
        List<RightsTable.Row> rows =
                rights.stream().filter(row -> row.who().equals("worker")).toList();
        assertThat(rows).hasSize(5);
        return rows;
    }

    private static void doesNotServeWithout(List<RightsTable.Row> rows) throws Exception {
        worker.destroyForcibly().onExit().join();
        for (RightsTable.Row row : rows) {
            admin.deleteAcls(row.filters()).all().get();
            Path log = Files.createTempFile(scratch, "without", ".log");
            startWorker(log);
            boolean starts = row.resource() == ResourceType.TRANSACTIONAL_ID; // and takes no connector
            String last = starts
                    ? "Unable to claim write privileges for config topic"
                    : "Uncaught exception in herder work thread, exiting";
            Await.until("the worker gives up without " + row, PATIENCE, () -> Files.readString(log)
                    .contains(last));
            assertThat(Files.readString(log)).as("without %s", row).contains("AuthorizationException");
            if (starts) {
                worker.destroyForcibly().onExit().join();
            } else {
                givenUp.put(worker, log);
            }
            admin.createAcls(row.bindings()).all().get();
        }
        startWorker(scratch.resolve("with-all.log"));
        Installation.awaitUp(rest, worker);
        awaitRunning("station-source");
        awaitRunning("memory-sink");
    }

    @Test
    @Order(8)
    void aWorkerThatHasGivenUpEnds() throws Exception {
        assertThat(givenUp).isNotEmpty();
        for (Process each : givenUp.keySet()) {
            Path log = givenUp.get(each);
            Await.until("the worker ends", PATIENCE, () -> !each.isAlive() || isStuck(Files.readString(log)));
        }
    }

    /**
     * Whether two hooks at the end of the JVM have stopped the REST server at the same time, and Connect waits for ever for a
     * server that Jetty has destroyed. So it may happen to any worker of Kafka 4.3 that ends.
     */
    private static boolean isStuck(String log) {
        return log.contains("[JettyShutdownThread] ContainerLifeCycle: Unable to destroy");
    }

    @Test
    @Order(4)
    void aRightThatIsMissingIsNamedByWhatNeedsIt() throws Exception {
        app.close();
        app = null;
        views.close();
        views = null;
        int tried = 0;
        for (RightsTable.Row row : rights) {
            if (row.isSaid()) {
                without(row);
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(10);
    }

    /** Whether a task meets the missing right, and not a check before. */
    private static boolean isOfTask(RightsTable.Row row) {
        return (row.who().equals("source") || row.who().equals("sink"))
                && !row.operations().contains(AclOperation.DESCRIBE_CONFIGS);
    }

    /** Whether the log tells of the missing right, because the task goes on without it. */
    private static boolean isOfLog(RightsTable.Row row) {
        return row.who().equals("source") && row.name().equals("velella-dictionaries");
    }

    private static String connector(RightsTable.Row row) {
        return row.who().equals("source") ? "station-source" : "memory-sink";
    }

    /** What tells of a missing right; a text without it where all is well. */
    private static Callable<String> told(RightsTable.Row row) {
        if (isOfLog(row)) {
            return () -> Files.readAllLines(workersLog).stream()
                    .skip(linesBefore)
                    .filter(line -> line.contains("value.converter.jelly.mode=stateful"))
                    .collect(Collectors.joining("\n"));
        } else if (isOfTask(row)) {
            return () -> status(connector(row));
        }
        return switch (row.who()) {
            case "diff-app", "view-app" -> () -> startApp(row.who());
            case "verify" -> () -> verify().err();
            case "serve" -> LeastRightsIT::startServe;
            case "source" ->
                () -> errors(new RdfSourceConnector().validate(sourceOptions()).configValues());
            case "sink" ->
                () -> errors(new RdfSinkConnector().validate(sinkOptions()).configValues());
            default -> throw new IllegalStateException("nothing tells of the rights of " + row.who());
        };
    }

    /** Takes the rights of a row away until that is told, and gives them back. */
    private static void without(RightsTable.Row row) throws Exception {
        admin.deleteAcls(row.filters()).all().get();
        linesBefore = Files.readAllLines(workersLog).size();
        if (isOfTask(row) || isOfLog(row)) {
            restart(connector(row));
        }
        Callable<String> told = told(row);
        String[] last = {""};
        try {
            Await.until("it is said that " + row + " is missing", Duration.ofSeconds(60), () -> {
                last[0] = told.call();
                return last[0].contains(row.said());
            });
        } catch (AssertionError e) {
            throw new AssertionError(row + " is missing, and that is said: " + last[0], e);
        } finally {
            admin.createAcls(row.bindings()).all().get();
        }
        if (isOfTask(row) || isOfLog(row)) {
            restart(connector(row));
            Await.until(connector(row) + " runs again", PATIENCE, () -> rest.isRunning(connector(row)));
        }
    }

    private static String errors(List<ConfigValue> values) {
        return values.stream().flatMap(value -> value.errorMessages().stream()).collect(Collectors.joining("\n"));
    }

    private static String startApp(String who) throws Exception {
        try (DiffApp made = who.equals("diff-app") ? new DiffApp(diffOptions()) : newViews()) {
            made.start();
            return "";
        } catch (KafkaException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** What Connect tells, with the traces of what has failed. */
    private static String status(String connector) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(restUrl + "/connectors/" + connector + "/status"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    /** Last, since a bad record keeps the topic from being verified. */
    @Test
    @Order(5)
    void deadLettersOfTheSinkNeedNoMoreThanThePageSays() throws Exception {
        sendBad("patches");
        Await.until("the sink has put the record aside", PATIENCE, () -> {
            assertThat(rest.failure("memory-sink")).isEmpty();
            return holds("sink-dead-letters");
        });
    }

    @Test
    @Order(6)
    void aWrongPasswordIsSaidAndNotShown() throws Exception {
        String wrong = "marker-of-a-wrong-password";
        Map<String, String> source = sourceOptions();
        Map<String, String> sink = sinkOptions();
        Map<String, String> diff = diffProperties();
        for (Map<String, String> options : List.of(source, sink, diff)) {
            options.replaceAll((option, value) -> value.replace(SecuredBroker.PASSWORD, wrong));
        }
        String said;
        try (DiffApp made = new DiffApp(new DiffConfig(diff))) {
            said = LogLines.trace(catchThrowable(made::start));
        }
        assertThat(said).contains("SaslAuthenticationException");
        String validated = errors(new RdfSourceConnector().validate(source).configValues())
                + errors(new RdfSinkConnector().validate(sink).configValues());
        assertThat(validated).contains("refuses the login of kafka.*");
        assertThat(said + validated).doesNotContain(wrong);
    }

    @Test
    @Order(7)
    void anAppSaysThatItMayNotCreateATopicThatIsMissing() throws Exception {
        int tried = 0;
        for (RightsTable.Row row : rights) {
            if (row.who().endsWith("-app")
                    && row.operations().contains(AclOperation.CREATE)
                    && !row.name().endsWith("*")) {
                admin.deleteAcls(row.filters()).all().get();
                admin.deleteTopics(List.of(row.name())).all().get();
                String[] said = {""};
                Await.until("it is said that " + row + " is missing", PATIENCE, () -> {
                    said[0] = startApp(row.who());
                    return said[0].contains("topic " + row.name() + " does not exist, and the app may not create it");
                });
                admin.createAcls(row.bindings()).all().get();
                Await.until("the app creates it", PATIENCE, () -> startApp(row.who())
                        .isEmpty());
                assertThat(admin.listTopics().names().get()).contains(row.name());
                tried++;
            }
        }
        assertThat(tried).isEqualTo(5 + 3);
    }

    private static void restart(String connector) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(restUrl + "/connectors/" + connector + "/restart?includeTasks=true"))
                .POST(BodyPublishers.noBody())
                .build();
        Await.until(
                connector + " is restarted",
                PATIENCE,
                () -> HttpClient.newHttpClient()
                                .send(request, BodyHandlers.ofString())
                                .statusCode()
                        < 300);
    }
}
