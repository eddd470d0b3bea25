package dev.velella.tests.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.page.PipelineWatch;
import dev.velella.page.StreamBook;
import dev.velella.page.http.PageServer;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.PipelineConfig;
import dev.velella.status.PipelineLook;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.view.app.ViewApp;
import dev.velella.view.options.ViewConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows with schemas, read as Connect reads them, fill a table of a database, which in the end is what the streams hold: with
 * streams that end, a view that changes, one that comes later over all streams, and one that goes.
 */
class ViewAppIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final int PARTITIONS = 2;
    private static final String NS = "http://example.org/";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

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

    @Test
    void rowsFillATableThatIsWhatTheStreamsHold(@TempDir Path scratch) throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("views"));
        define(folder, "latest", "SELECT ?s ?v { ?s :value ?v }", "\"v\":\"long\"");
        define(folder, "going", "SELECT ?s { ?s :value ?v }", "");
        define(folder, "twice", "SELECT ?s ?p { ?s ?p ?o }", "");
        Files.writeString(folder.resolve("unit.ttl"), "PREFIX : <" + NS + "> :this :factor 10 .");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Connection database = DriverManager.getConnection("jdbc:h2:mem:views");
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "graphs", PARTITIONS);
            }
            Table latest = new Table(database, broker, "latest", "v BIGINT");
            Table going = new Table(database, broker, "going", "unused INT");
            Table scaled = new Table(database, broker, "scaled", "v DOUBLE PRECISION, is_even BOOLEAN");
            try (DiffApp app = ViewApp.of(config(broker, scratch))) {
                app.start();
                send(producer, elements);
                Await.until(
                        "the rows",
                        PATIENCE,
                        () -> latest.poll().equals(expected(false, "S V"))
                                && going.poll().equals(expected(false, "S null")));
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
                Await.until("the later view", PATIENCE, () -> scaled.poll().equals(wanted));
                long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
                Await.until("the changed view", PATIENCE, () -> latest.poll().equals(expected(true, "S V")));
                Await.until(
                        "the view that is gone", PATIENCE, () -> going.poll().isEmpty());
                send(producer, elements / 10);
                Await.until("more rows", PATIENCE, () -> latest.poll().equals(expected(true, "S V")));
                assertThat(tried(broker, folder)).isEqualTo(latest.poll());
                System.out.println(
                        "views: " + last.size() + " streams of " + elements + " elements; a new view had answered"
                                + " them all " + seconds + " s after the start of the app");
            }
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
            assertThat(state.path("troubles").findValuesAsText("name"))
                    .contains("VelellaViewRefused", "VelellaRefusedByViewApp")
                    .doesNotContain("VelellaRefusedByDiffApp");

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

    /** A table that is kept as its topic of rows says: by the key of each record, with upserts and deletes. */
    private static final class Table {
        private final Connection database;
        private final String name;
        private final KafkaConsumer<byte[], byte[]> consumer;
        private final JsonConverter keys = new JsonConverter();
        private final JsonConverter values = new JsonConverter();
        private final EmbeddedBroker broker;
        private boolean assigned;

        Table(Connection database, EmbeddedBroker broker, String name, String columns) throws SQLException {
            this.database = database;
            this.broker = broker;
            this.name = name;
            consumer = new KafkaConsumer<>(
                    Map.of(
                            "bootstrap.servers",
                            broker.bootstrapServers(),
                            "isolation.level",
                            "read_committed",
                            "auto.offset.reset",
                            "earliest"),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
            keys.configure(Map.of("schemas.enable", "true"), true);
            values.configure(Map.of("schemas.enable", "true"), false);
            try (Statement statement = database.createStatement()) {
                statement.execute("CREATE TABLE " + name + " (stream VARCHAR, s VARCHAR, " + columns
                        + ", PRIMARY KEY (stream, s))");
            }
        }

        /** Takes what has come. The rows by stream, their columns with spaces between. */
        Map<String, String> poll() throws Exception {
            if (!assigned) {
                try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                    if (!admin.listTopics().names().get().contains("view-" + name + ".rows")) {
                        return Map.of();
                    }
                }
                List<TopicPartition> partitions = new ArrayList<>();
                for (int i = 0; i < PARTITIONS; i++) {
                    partitions.add(new TopicPartition("view-" + name + ".rows", i));
                }
                consumer.assign(partitions);
                assigned = true;
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                apply(record);
            }
            Map<String, String> rows = new TreeMap<>();
            try (Statement statement = database.createStatement();
                    ResultSet found = statement.executeQuery("SELECT * FROM " + name)) {
                while (found.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 2; i <= found.getMetaData().getColumnCount(); i++) {
                        row.append(i == 2 ? "" : " ").append(found.getObject(i));
                    }
                    rows.put(found.getString(1), row.toString());
                }
            }
            return rows;
        }

        private void apply(ConsumerRecord<byte[], byte[]> record) throws SQLException {
            Struct key =
                    (Struct) keys.toConnectData(record.topic(), record.key()).value();
            Struct value = (Struct)
                    values.toConnectData(record.topic(), record.value()).value();
            if (value == null) {
                try (PreparedStatement delete =
                        database.prepareStatement("DELETE FROM " + name + " WHERE stream = ? AND s = ?")) {
                    delete.setString(1, key.getString("stream"));
                    delete.setString(2, key.getString("s"));
                    assertThat(delete.executeUpdate())
                            .as(name + " " + new String(record.key(), StandardCharsets.UTF_8))
                            .isEqualTo(1);
                }
                return;
            }
            List<String> columns =
                    value.schema().fields().stream().map(field -> field.name()).toList();
            try (PreparedStatement merge = database.prepareStatement("MERGE INTO " + name + " ("
                    + String.join(", ", columns) + ") KEY (stream, s) VALUES ("
                    + String.join(", ", columns.stream().map(column -> "?").toList()) + ")")) {
                for (int i = 0; i < columns.size(); i++) {
                    merge.setObject(i + 1, value.get(columns.get(i)));
                }
                merge.executeUpdate();
            }
        }
    }
}
