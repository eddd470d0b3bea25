package dev.velella.tests.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.page.http.PageServer;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import dev.velella.status.read.ConnectRest;
import dev.velella.status.read.LocalMetrics;
import dev.velella.status.read.Sample;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.guides.PageConnectors;
import dev.velella.tests.monitoring.MonitoringFiles;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows with schemas fill tables of a database by the JDBC sink of Debezium in a worker. In the end the tables are what the
 * streams hold: with streams that end, a view that changes, one that comes later over all streams, and one that goes.
 */
class ViewAppIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final int PARTITIONS = 2;
    private static final String NS = "http://example.org/";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** The sink knows how to upsert in MySQL, whose statement the database takes in this mode. */
    private static final String DATABASE = "views;MODE=MySQL;DATABASE_TO_LOWER=TRUE";

    private static final String USER = "sa";

    private Process worker;
    private Server server;

    private final int streams = Integer.getInteger("velella.views.streams", 500);
    private final int elements = Integer.getInteger("velella.views.rows", 3_000);
    private final Random random = new Random(58);
    private final Map<String, Integer> last = new TreeMap<>();
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);

    private static ViewConfig config(EmbeddedBroker broker, Path scratch) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", broker.bootstrapServers());
        options.put("application.id", "views");
        options.put("state.dir", scratch.resolve("state").toString());
        options.put("velella.input.topic", "graphs");
        options.put("velella.views.dir", scratch.resolve("views").toString());
        options.put("velella.row.schemas", "true");
        options.put("velella.health.listener", "localhost:0");
        options.put("velella.on.error", "dead-letter");
        options.put("velella.dead.letter.topic", "views-dead-letters");
        return new ViewConfig(options);
    }

    private static void define(Path folder, String name, String query, String columns) throws Exception {
        Files.writeString(
                folder.resolve(name + ".json"),
                "{\"name\":\"" + name + "\",\"kind\":\"select\",\"key\":[\"s\"],\"columns\":{" + columns
                        + "},\"query\":\"PREFIX : <" + NS + "> " + query + "\"}");
    }

    private void send(KafkaProducer<String, byte[]> producer, int count) throws Exception {
        Future<?> sent = null;
        for (int i = 0; i < count; i++) {
            int stream = i < streams ? i : random.nextInt(streams);
            String key = "s" + stream;
            int value = random.nextInt(1_000);
            boolean ends = i >= streams && value < 50;
            sent = producer.send(new ProducerRecord<>(
                    "graphs", stream % PARTITIONS, key, ends ? null : encoder.encode(graph(key, value))));
            if (ends) {
                last.remove(key);
            } else {
                last.put(key, value);
            }
        }
        if (sent != null) {
            sent.get();
        }
    }

    private static RdfGraph graph(String key, int value) {
        IRI subject = VALUES.createIRI(NS, key);
        return RdfGraph.of(List.of(
                VALUES.createStatement(subject, VALUES.createIRI(NS, "value"), VALUES.createLiteral(value)),
                VALUES.createStatement(subject, VALUES.createIRI(NS, "is"), VALUES.createLiteral(value % 2 == 0))));
    }

    private Map<String, String> expected(boolean evenOnly, String columns) {
        Map<String, String> rows = new TreeMap<>();
        last.forEach((key, value) -> {
            if (!evenOnly || value % 2 == 0) {
                rows.put(key, columns.replace("V", Integer.toString(value)).replace("S", NS + key));
            }
        });
        return rows;
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
        if (worker != null) {
            worker.destroyForcibly().waitFor();
        }
    }

    @Test
    void rowsFillATableThatIsWhatTheStreamsHold(@TempDir Path scratch) throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("views"));
        define(folder, "latest", "SELECT ?s ?v { ?s :value ?v }", "\"v\":\"long\"");
        define(folder, "going", "SELECT ?s { ?s :value ?v }", "");
        define(folder, "twice", "SELECT ?s ?p { ?s ?p ?o }", "");
        Files.writeString(folder.resolve("unit.ttl"), "PREFIX : <" + NS + "> :this :factor 10 .");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Connection database = DriverManager.getConnection("jdbc:h2:mem:" + DATABASE, USER, USER);
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "graphs", PARTITIONS);
            }
            Path plugins = Files.createDirectory(scratch.resolve("plugins"));
            Files.createSymbolicLink(
                    plugins.resolve("jdbc"),
                    Path.of("servers", "jdbc", "target", "lib").toRealPath());
            int port = Ports.free();
            worker = Installation.worker(scratch, ConnectWorker.properties(broker.bootstrapServers(), plugins, port));
            server = Server.createTcpServer("-tcpPort", "0").start();
            startSink(broker, port, "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:" + DATABASE);
            try (DiffApp app = ViewApp.of(config(broker, scratch))) {
                app.start();
                send(producer, elements);
                Await.until(
                        "the rows",
                        PATIENCE,
                        () -> rows(database, "latest", "s, v").equals(expected(false, "S V"))
                                && rows(database, "going", "s").equals(expected(false, "S")));
                pageShowsViews(broker);
            }
            define(folder, "latest", "SELECT ?s ?v { ?s :value ?v ; :is true }", "\"v\":\"long\"");
            define(
                    folder,
                    "scaled",
                    "SELECT ?s (?w * ?f AS ?v) ?is_even { ?s :value ?w ; :is ?is_even . :this :factor ?f }",
                    "\"v\":\"double\",\"is_even\":\"boolean\"");
            Files.delete(folder.resolve("going.json"));
            Files.delete(folder.resolve("twice.json"));
            try (DiffApp app = ViewApp.of(config(broker, scratch))) {
                long begin = System.nanoTime();
                app.start();
                Map<String, String> wanted = new TreeMap<>();
                last.forEach((key, value) -> wanted.put(key, NS + key + " " + value * 10.0 + " " + (value % 2 == 0)));
                Await.until("the later view", PATIENCE, () -> rows(database, "scaled", "s, v, is_even")
                        .equals(wanted));
                long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
                Await.until("the changed view", PATIENCE, () -> rows(database, "latest", "s, v")
                        .equals(expected(true, "S V")));
                Await.until("the view that is gone", PATIENCE, () -> rows(database, "going", "s")
                        .isEmpty());
                send(producer, elements / 10);
                Await.until("more rows", PATIENCE, () -> rows(database, "latest", "s, v")
                        .equals(expected(true, "S V")));
                assertThat(tried(broker, folder)).isEqualTo(rows(database, "latest", "s, v"));
                System.out.println(
                        "views: " + last.size() + " streams of " + elements + " elements; a new view had answered"
                                + " them all " + seconds + " s after the start of the app");
            }
            delete(broker, "view-latest.rows");
            try (DiffApp app = ViewApp.of(config(broker, scratch))) {
                assertThatThrownBy(app::start)
                        .hasMessageContaining("view-latest.rows")
                        .hasMessageContaining("was deleted, and a new one lacks the answers that do not change");
            }
            // what the message advises
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                NewTopic again = new NewTopic("view-latest.rows", PARTITIONS, (short) 1)
                        .configs(Map.of("cleanup.policy", "compact"));
                admin.createTopics(List.of(again)).all().get();
            }
            Files.delete(folder.resolve("latest.json"));
            define(folder, "newest", "SELECT ?s ?v { ?s :value ?v ; :is true }", "\"v\":\"long\"");
            try (DiffApp app = ViewApp.of(config(broker, scratch))) {
                app.start();
                Await.until("the view under another name", PATIENCE, () -> rows(database, "newest", "s, v")
                        .equals(expected(true, "S V")));
            }
        }
    }

    private static void delete(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    /** What {@code velella view} leads to, which reads the topic with the same definition: the rows by stream. */
    private static Map<String, String> tried(EmbeddedBroker broker, Path folder) throws Exception {
        VelellaRun run = view(broker, folder, "latest", "graphs");
        assertThat(run.status()).as(run.err()).isZero();
        Map<String, String> rows = new TreeMap<>();
        String stream = "";
        for (String line : run.out().lines().toList()) {
            if (line.startsWith("#")) {
                stream = line.replaceFirst("# graphs-[01]@\\d+ stream (\\S+) at .*", "$1");
            } else if (line.startsWith("-")) {
                assertThat(rows.remove(stream)).as(line).isNotNull();
            } else {
                rows.put(stream, line.replaceFirst("\\+ \\{\"s\":\"(.*)\",\"v\":(\\d+)}", "$1 $2"));
            }
        }
        define(folder, "failing", "SELECT ?s ?v { ?s :value ?v }", "\"v\":\"boolean\"");
        VelellaRun failing = view(broker, folder, "failing", "graphs");
        Files.delete(folder.resolve("failing.json"));
        assertThat(failing.out()).contains("\n! view failing: ");
        assertThat(failing.status()).isEqualTo(1);
        VelellaRun missing = view(broker, folder, "latest", "nowhere");
        assertThat(missing.err()).contains("nowhere").doesNotContain("\tat ");
        assertThat(missing.status()).isNotZero();
        return rows;
    }

    private static VelellaRun view(EmbeddedBroker broker, Path folder, String name, String topic) {
        return VelellaRun.of(
                "view",
                "--definition",
                folder.resolve(name + ".json").toString(),
                "--topic",
                topic,
                "--bootstrap-server",
                broker.bootstrapServers());
    }

    /** What page and status say of the app, over HTTP: figures, definitions, rows, and why a view is refused. */
    private static void pageShowsViews(EmbeddedBroker broker) throws Exception {
        PipelineConfig config = new PipelineConfig(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "pipeline.connect.url", "http://localhost:" + Ports.free(),
                "pipeline.view.application.id", "views",
                "pipeline.dead.letter.topics", "views-dead-letters",
                "page.listener", "0"));
        StreamBook book = new StreamBook(10, 1_000);
        try (PipelineWatch watch = new PipelineWatch(PipelineLook.ofThisProcess(config), book);
                PageServer page = new PageServer(config, book, watch)) {
            Await.until("all that came is answered, and a view is refused", PATIENCE, () -> {
                JsonNode app = get(page, "state").path("views");
                return app.path("lag").asLong(-1) == 0
                        && app.path("streamsLeft").asLong(-1) == 0
                        && app.path("views").size() == 3
                        && app.path("views").get(1).path("answersPerSecond").isNumber()
                        && !app.path("views").get(2).path("refused").asText().isEmpty();
            });
            JsonNode state = get(page, "state");
            JsonNode app = state.path("views");
            assertThat(app.path("members").asInt()).isPositive();
            assertThat(app.path("lagMs").asLong()).isZero();
            assertThat(app.path("epoch").asInt()).isPositive();
            JsonNode latest = app.path("views").get(1);
            assertThat(latest.path("name").asText()).isEqualTo("latest");
            assertThat(latest.path("topics").get(0).asText()).isEqualTo("view-latest.rows");
            assertThat(latest.path("answers").asLong()).isPositive();
            assertThat(latest.path("refused").asText()).isEmpty();
            assertThat(latest.path("failures").isNumber()).isTrue();
            assertThat(latest.path("failures").asLong()).isZero();
            assertThat(app.path("views").get(2).path("failures").asLong()).isPositive();
            assertThat(state.path("troubles").findValuesAsText("name"))
                    .contains("VelellaViewRefused", "VelellaRefusedByViewApp")
                    .doesNotContain("VelellaRefusedByDiffApp");

            assertThat(new LocalMetrics().read().samples().stream().map(Sample::name))
                    .as("metrics of the alerts")
                    .containsAll(MonitoringFiles.metricsOfAlerts().stream()
                            .filter(metric -> metric.contains("velella_view_"))
                            .toList());

            JsonNode rows = get(page, "view?name=latest");
            assertThat(rows.path("definition").path("columns").path("v").asText())
                    .isEqualTo("long");
            assertThat(rows.path("rows")).hasSize(20).allSatisfy(row -> {
                assertThat(row.path("key").path("s").asText()).startsWith(NS);
                assertThat(row.path("epoch").asInt())
                        .isBetween(1, app.path("epoch").asInt());
                assertThat(row.path("value").isNull()
                                || row.path("value").path("v").isNumber())
                        .as("%s", row)
                        .isTrue();
            });
            assertThat(rows.path("refusals")).isEmpty();
            assertThat(get(page, "view?name=twice").path("refusals"))
                    .isNotEmpty()
                    .allSatisfy(refusal ->
                            assertThat(refusal.path("message").asText()).contains("view twice: "));
        }
    }

    private static JsonNode get(PageServer page, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.address() + "/api/v1/" + path))
                .build();
        return new ObjectMapper()
                .readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    /** Posts the sink of docs/views.md to a worker of its own, which writes all topics of rows into tables. */
    private static void startSink(EmbeddedBroker broker, int port, String database) throws Exception {
        ConnectRest rest = new ConnectRest("http://localhost:" + port);
        Installation.awaitUp(rest);
        Map<String, String> config = PageConnectors.all().stream()
                .map(PageConnectors.PageConnector::config)
                .filter(each -> each.get("name").equals("rows-to-database"))
                .findFirst()
                .orElseThrow();
        config.put("connection.url", database);
        config.put("connection.username", USER);
        config.put("connection.password", USER);
        config.put("hibernate.dialect", "org.hibernate.dialect.MySQLDialect");
        config.put("consumer.override.metadata.max.age.ms", "1000");
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", "rows-to-database");
        config.forEach(connector.putObject("config")::put);
        rest.create(connector);
        Await.until("the sink runs", PATIENCE, () -> rest.isRunning("rows-to-database"));
    }

    /** The rows of a table by stream, their columns with spaces between; empty if there is no table. */
    private static Map<String, String> rows(Connection database, String table, String columns) throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        try (Statement statement = database.createStatement()) {
            try (ResultSet found = database.getMetaData().getTables(null, null, table, null)) {
                if (!found.next()) {
                    return rows;
                }
            }
            try (ResultSet found = statement.executeQuery("SELECT stream, " + columns + " FROM " + table)) {
                while (found.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 2; i <= found.getMetaData().getColumnCount(); i++) {
                        row.add(String.valueOf(found.getObject(i)));
                    }
                    rows.put(found.getString(1), String.join(" ", row));
                }
            }
        }
        return rows;
    }
}
