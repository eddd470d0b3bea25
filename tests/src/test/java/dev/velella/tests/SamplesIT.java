package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.fixture.Certificate;
import dev.velella.fixture.Nanopublications;
import dev.velella.fixture.PatchLogServer;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.mqtt.HiveMqProcess;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.remote.SharedServers;
import dev.velella.tests.remote.StoreServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every sample runs: each connector does some work on a worker with the config providers of the deployment with Docker, and
 * each configuration of the diff app on a broker. Of the samples only addresses, ports, paths and names are others here, and
 * replicas, of which one broker has one.
 */
class SamplesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SAMPLES = Path.of("..", "deploy", "samples");
    private static final Path COMPOSE = Path.of("..", "deploy", "compose");

    /** Needs a repository with an outbox, which {@link dev.velella.tests.capture.CaptureIT} has. */
    private static final String CAPTURE = "rdf4j-repository-source.json";

    @TempDir
    private Path scratch;

    private final Map<String, String> places = new LinkedHashMap<>();

    private final int workerPort;
    private Process worker;
    private final Set<String> sources = new TreeSet<>();

    /** Name of each sink, and whether it has applied something. */
    private final Map<String, Callable<Boolean>> sinks = new TreeMap<>();

    /** An event of Wikidata, as the sample of the Wikibase source takes it. */
    private static final String IMPORT_OF_AN_ENTITY =
            """
            :ok

            id: [{"topic":"eqiad.rdf-streaming-updater.mutation-main","partition":0,"offset":1}]
            data: {"$schema":"/mediawiki/wikibase/entity/rdf_change/2.0.0","dt":"2026-01-31T00:00:00Z",\
            "meta":{"domain":"www.wikidata.org","stream":"rdf-streaming-updater.mutation",\
            "topic":"eqiad.rdf-streaming-updater.mutation-main","request_id":"r1"},\
            "entity_id":"Q1","rev_id":1,"operation":"import","sequence":0,"sequence_length":1,\
            "rdf_added_data":{"mime_type":"text/turtle","data":"<urn:s> <urn:p> <urn:o> ."}}

            """;

    SamplesIT() throws IOException {
        workerPort = Ports.free();
    }

    @Test
    void everySampleRuns() throws Exception {
        Certificate certificate = new Certificate(scratch, "localhost", "dns:localhost,ip:127.0.0.1");
        writeFiles(certificate);
        places.put("/etc/velella", scratch.resolve("etc").toString());
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        web.createContext("/", this::answer);
        web.start();
        try (EmbeddedBroker kafka = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                HiveMqProcess mqtt = new HiveMqProcess(scratch.resolve("mqtt"));
                PatchLogServer logs = new PatchLogServer();
                TlsProxy tls = new TlsProxy(certificate, false, mqtt.port());
                TlsProxy mutualTls = new TlsProxy(certificate, true, mqtt.port())) {
            startWorker(kafka.bootstrapServers());
            SharedServers.start(ServerProcess.Kind.RDF4J, ServerProcess.Kind.FUSEKI);
            server(true).empty();
            server(false).empty();
            for (String topic : List.of(
                    "graphs",
                    "nanopubs",
                    "polled-graphs",
                    "changes",
                    "graphs-dead-letters",
                    "weather-dead-letters",
                    "nanopubs-dead-letters",
                    "wikibase-dead-letters")) {
                Topics.create(admin, topic, 1);
            }
            logs.create("products");
            logs.append("products", "TX .\nA <urn:s> <urn:p> <urn:o> .\nTC .\n");
            places.put("http://localhost:1066/products", logs.url("products"));
            places(
                    kafka.bootstrapServers(),
                    mqtt.port(),
                    tls.port(),
                    mutualTls.port(),
                    web.getAddress().getPort());
            try (DiffApp app = new DiffApp(diffConfig(SAMPLES.resolve("diff-app.properties")))) {
                app.start();
                assertThat(app.awaitRunning(PATIENCE)).isTrue();
                runConnectors(kafka.bootstrapServers(), mqtt.port());
            }
            for (String topic : List.of("graphs", "nanopubs", "patches")) {
                assertThat(LogBatches.compressionTypes(scratch.resolve("kafka"), topic))
                        .as("batches of %s", topic)
                        .containsExactly("zstd");
            }
            for (Path file :
                    List.of(SAMPLES.resolve("diff-app-full.properties"), COMPOSE.resolve("diff-app.properties"))) {
                try (DiffApp app = new DiffApp(diffConfig(file))) {
                    app.start();
                    assertThat(app.awaitRunning(PATIENCE)).as("%s", file).isTrue();
                }
            }
        } finally {
            web.stop(0);
            if (worker != null) {
                worker.destroyForcibly().onExit().join();
            }
        }
    }

    private void writeFiles(Certificate certificate) throws Exception {
        Path etc = Files.createDirectory(scratch.resolve("etc"));
        Path data = Files.createDirectory(scratch.resolve("data"));
        WeatherFiles weather = new WeatherFiles(scratch, 10, 2);
        Files.move(weather.write("tar.gz"), data.resolve("stream_full.tar.gz"));
        Files.move(
                weather.write("nq.gz"),
                Files.createDirectory(data.resolve("streams")).resolve("weather.nq.gz"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(data.resolve("changes.rdfp.gz")))) {
            out.write("TX .\nA <urn:s> <urn:p> <urn:o> .\nTC .\n".getBytes(StandardCharsets.US_ASCII));
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(data.resolve("dump.nt.gz")))) {
            out.write("<urn:s> <urn:p> <urn:dumped> .\n".getBytes(StandardCharsets.US_ASCII));
        }
        Files.copy(certificate.keyStore(), etc.resolve("thing.p12"));
        Files.copy(certificate.certificate(), etc.resolve("ca.pem"));
        Files.writeString(etc.resolve("secrets.properties"), "mqtt=secret\nkeystore=" + Certificate.PASSWORD + "\n");
        Files.copy(SAMPLES.resolve("weather-template.trig"), etc.resolve("weather-template.trig"));
    }

    private void places(String kafka, int mqtt, int tls, int mutualTls, int web) {
        places.put("localhost:9092", kafka);
        places.put("kafka:9092", kafka);
        places.put("mqtt://localhost:1883", "mqtt://localhost:" + mqtt);
        places.put("mqtt://mosquitto:1883", "mqtt://localhost:" + mqtt);
        places.put("mqtts://broker.example:8883", "mqtts://localhost:" + tls);
        places.put("mqtts://abcdefghijklmn-ats.iot.eu-central-1.amazonaws.com:8883", "mqtts://localhost:" + mutualTls);
        places.put("http://localhost:8080/station.ttl", "http://localhost:" + web + "/station.ttl");
        places.put("https://stream.wikimedia.org/", "http://localhost:" + web + "/");
        places.put("http://localhost:9292/", "http://localhost:" + web + "/");
        StoreServer rdf4j = server(true);
        StoreServer fuseki = server(false);
        places.put(
                "http://localhost:8080/rdf4j-server/repositories/velella",
                rdf4j.queryUrl().toString());
        places.put("http://localhost:3030/ds/query", fuseki.queryUrl().toString());
        places.put("http://localhost:3030/ds/update", fuseki.updateUrl().toString());
        places.put("/data/", scratch.resolve("data") + "/");
        places.put("localhost:8090", "localhost:0");
        places.put("0.0.0.0:8090", "localhost:0");
        places.put("replication.factor=3", "replication.factor=1");
    }

    private static StoreServer server(boolean isRdf4j) {
        return SharedServers.get(isRdf4j ? ServerProcess.Kind.RDF4J : ServerProcess.Kind.FUSEKI);
    }

    private String placed(String text) {
        String result = text;
        for (Map.Entry<String, String> place : places.entrySet()) {
            result = result.replace(place.getKey(), place.getValue());
        }
        return result;
    }

    private DiffConfig diffConfig(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Map<String, String> options = new HashMap<>();
        properties.forEach((name, value) ->
                options.put((String) name, placed(name + "=" + value).substring(((String) name).length() + 1)));
        // of its own: an app that ends slowly on a busy machine keeps its directory locked
        options.put("state.dir", Files.createTempDirectory(scratch, "streams").toString());
        return new DiffConfig(options);
    }

    private void startWorker(String kafka) throws IOException {
        Map<String, String> options = new HashMap<>(
                ConnectWorker.properties(kafka, Installation.home().resolve("plugins"), workerPort));
        Properties compose = new Properties();
        try (Reader reader = Files.newBufferedReader(COMPOSE.resolve("connect-worker.properties"))) {
            compose.load(reader);
        }
        compose.forEach((name, value) -> {
            if (((String) name).startsWith("config.providers")) {
                options.put((String) name, placed((String) value));
            }
        });
        worker = Installation.worker(scratch, options);
    }

    private void runConnectors(String kafka, int mqttPort) throws Exception {
        ConnectRest rest = new ConnectRest("http://localhost:" + workerPort);
        Installation.awaitUp(rest);
        try (Stream<Path> files = Files.list(SAMPLES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json") && !each.endsWith(CAPTURE))
                    .sorted()
                    .toList()) {
                create(rest, file);
            }
        }
        Set<String> connectors = new TreeSet<>(sources);
        connectors.addAll(sinks.keySet());
        for (String name : connectors) {
            await(rest, name, "runs", () -> rest.isRunning(name));
        }
        Mqtt5BlockingClient device = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(mqttPort)
                .buildBlocking();
        device.connect();
        Await.until("every source has sent something", PATIENCE, () -> {
            publish(device);
            for (String name : sources) {
                assertThat(rest.failure(name)).as(name).isEmpty();
            }
            return withOffsets(kafka).containsAll(sources);
        });
        device.disconnect();
        for (Map.Entry<String, Callable<Boolean>> sink : sinks.entrySet()) {
            await(rest, sink.getKey(), "has applied something", sink.getValue());
        }
        for (String name : connectors) {
            assertThat(rest.failure(name)).as(name).isEmpty();
        }
    }

    /** The connectors of which the worker has written offsets; asking it for each takes long. */
    private static Set<String> withOffsets(String kafka) throws IOException {
        Set<String> names = new TreeSet<>();
        for (ConsumerRecord<String, byte[]> record : Topics.committed(kafka, "velella-connect-offsets", 1)) {
            names.add(JSON.readTree(record.key()).get(0).asText());
        }
        return names;
    }

    private static void await(ConnectRest rest, String name, String what, Callable<Boolean> condition)
            throws Exception {
        Await.until(name + " " + what, PATIENCE, () -> {
            assertThat(rest.failure(name)).as(name).isEmpty();
            return condition.call();
        });
    }

    private void create(ConnectRest rest, Path file) throws Exception {
        String name = file.getFileName().toString().replace(".json", "");
        ObjectNode connector = (ObjectNode) JSON.readTree(placed(Files.readString(file))
                .replace("/var/lib/velella", scratch.resolve(name).toString()));
        connector.put("name", name);
        ObjectNode config = (ObjectNode) connector.get("config");
        if (config.has("mqtt.client.id")) {
            config.put("mqtt.client.id", name); // each sample is alone at its broker
        }
        if (config.path("mqtt.server.uri").asText().startsWith("mqtts:")
                && !config.has("mqtt.ssl.truststore.location")) {
            // The authority of the sample's broker is among those of the JVM.
            config.put(
                    "mqtt.ssl.truststore.location",
                    scratch.resolve("etc/ca.pem").toString());
            config.put("mqtt.ssl.truststore.type", "PEM");
        }
        if (config.has("topics")) {
            sinks.put(name, applies(name, config));
        } else {
            sources.add(name);
        }
        rest.create(connector);
    }

    private static Callable<Boolean> applies(String name, ObjectNode config) throws IOException {
        if (config.has("target.url")) {
            StoreServer server = server(config.path("target").asText().equals("http"));
            if (config.path("target.url").asText().contains("{")) {
                return () -> ((ServerProcess) server).repositories().size() > 1; // it has made some
            }
            return () -> server.applied(name) > 0;
        }
        int port = Ports.free();
        config.put("sparql.endpoint.port", Integer.toString(port));
        StoreClient store = new StoreClient("http://localhost:" + port);
        return () -> {
            long applied = 0;
            for (JsonNode partition :
                    store.status().map(status -> status.path("partitions")).orElse(JSON.createArrayNode())) {
                applied += partition.path("applied").asLong();
            }
            return applied > 0;
        };
    }

    private static void publish(Mqtt5BlockingClient device) {
        device.publish(message("site/a/weather", "text/turtle", "<urn:a> <urn:at> \"" + Instant.now() + "\" ."));
        device.publish(message(
                "devices/a7/reading",
                "application/json",
                "{\"id\": \"a7\", \"temperature\": 21.5, \"time\": \"" + Instant.now() + "\"}"));
    }

    private static Mqtt5Publish message(String topic, String type, String text) {
        return Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType(type)
                .payload(text.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body;
        if (path.startsWith("/v2/stream/")) {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            boolean isResumed = exchange.getRequestHeaders().containsKey("Last-Event-ID");
            body = (isResumed ? ":ok\n\n" : IMPORT_OF_AN_ENTITY).getBytes(StandardCharsets.UTF_8);
        } else if (path.endsWith(".ttl")) {
            body = "<urn:station> <urn:is> <urn:there> .".getBytes(StandardCharsets.UTF_8);
        } else {
            body = frames(exchange.getRequestURI().getQuery());
        }
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** One frame, with the counter 1; none for a reader that has it. */
    private static byte[] frames(String query) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (query.equals("afterCounter=0")) {
            try (JellyStreamWriter frames = new JellyStreamWriter(out, JellyOptions.TOPIC, Limits.DEFAULT)) {
                frames.write(RdfGraph.of(Nanopublications.of(0)), Map.of("c", new byte[] {1}));
            }
        }
        return out.toByteArray();
    }
}
