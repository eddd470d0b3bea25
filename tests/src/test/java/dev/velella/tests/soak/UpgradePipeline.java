package dev.velella.tests.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.velella.fixture.CutProxy;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WeatherFiles;
import dev.velella.tests.mqtt.HiveMqProcess;
import dev.velella.tests.remote.ServedRepository;
import dev.velella.tests.remote.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * Every kind of stored state on one pipeline: sources of MQTT, HTTP, files, a simulator and a repository with an outbox; the diff app;
 * stores of each kind; the service of graphs. Kafka, the broker of MQTT and the servers stay; the programs of Velella, and the
 * outbox in the RDF4J server, are those of one {@link Distribution} after the other.
 */
final class UpgradePipeline implements AutoCloseable {
    static final String WEATHER = "weather";
    static final String FILES = "files";
    private static final String FILE = "file";
    static final String HTTP = "http";

    /** Graphs in the archive: it is read so slowly that no machine comes to its end. */
    static final int FILE_ALL = 3_000;

    private static final String CAPTURED = "captured";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int PER_SECOND = 5;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Path scratch;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> serverProperties = new HashMap<>();
    private final HttpServer frames;
    private final AtomicLong framesSent = new AtomicLong();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private volatile boolean held = true;
    private int updates;

    final BrokerProcess kafka;
    final ServerProcess rdf4j;
    final ServedRepository repository;
    final SoakDevices devices;
    final List<SoakStore> stores = new ArrayList<>();
    final SoakStore replica;
    private final List<ObjectNode> sources = new ArrayList<>();

    SoakWorker worker;
    SoakService diff;
    SoakService serve;

    /** @param outbox jars of the outbox for the RDF4J server, separated by semicolons */
    UpgradePipeline(Path scratch, String outbox) throws Exception {
        this.scratch = scratch;
        try {
            Files.createDirectories(SoakPipeline.log("any").getParent());
            serverProperties.put("server.extra", outbox);
            rdf4j = part(new ServerProcess(ServerProcess.Kind.RDF4J, scratch.resolve("rdf4j"), serverProperties));
            ServerProcess tdb2 = part(new ServerProcess(ServerProcess.Kind.TDB2, scratch.resolve("tdb2"), Map.of()));
            HiveMqProcess mqtt = part(new HiveMqProcess(scratch.resolve("mqtt")));
            kafka = part(new BrokerProcess(scratch.resolve("kafka")));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
                Topics.create(admin, SoakPipeline.GRAPHS, SoakPipeline.PARTITIONS);
                Topics.create(admin, WEATHER, 1);
                Topics.create(admin, FILES, 1);
                Topics.create(admin, CAPTURED, 1);
            }
            frames = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            frames.createContext("/", this::answer);
            frames.start();
            parts.push(() -> frames.stop(0));
            devices = part(new SoakDevices(mqtt.port(), 2 * PER_SECOND));
            stores.add(SoakStore.embedded("memory", scratch.resolve("memory-store"), bootstrapServers()));
            stores.add(SoakStore.embedded("lmdb", scratch.resolve("lmdb-store"), bootstrapServers()));
            for (ServerProcess server : List.of(rdf4j, tdb2)) {
                server.awaitUp();
                CutProxy link = part(new CutProxy(server.queryUrl().getPort()));
                stores.add(SoakStore.remote(server, link, bootstrapServers()));
            }
            repository = ServedRepository.captured(rdf4j, "memory");
            repository.awaitUp();
            replica = SoakStore.embedded("memory", scratch.resolve("replica-store"), bootstrapServers());
            replica.connector().put("name", "replica-sink");
            ((ObjectNode) replica.connector().get("config")).put("topics", CAPTURED);
            makeSources(mqtt.port());
            clock.scheduleAtFixedRate(this::tick, 0, 1000 / PER_SECOND, TimeUnit.MILLISECONDS);
            parts.push(clock::shutdownNow);
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private <P extends AutoCloseable> P part(P part) {
        parts.push(part);
        return part;
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    private void makeSources(int mqttPort) throws Exception {
        Path archive = scratch.resolve("graphs.tar.gz");
        archive(archive);
        source(
                "mqtt-source.json",
                Map.of(
                        "mqtt.server.uri", "mqtt://127.0.0.1:" + mqttPort,
                        "mqtt.topics", "site/+/reading",
                        "payload.content.type", "text/turtle",
                        "temporal.property", SoakReading.TIME,
                        "on.error", "fail"));
        source(
                "file-source.json",
                Map.of(
                        "topic",
                        FILES,
                        "file.path",
                        archive.toString(),
                        "file.rate.per.second",
                        "1",
                        "key.source",
                        "constant",
                        "key.constant",
                        FILE));
        source(
                "http-source.json",
                Map.of(
                        "http.url",
                        "http://127.0.0.1:" + frames.getAddress().getPort() + "/n.jelly?after={offset}",
                        "http.poll.interval.ms",
                        "300",
                        "http.counter.format",
                        "text",
                        "key.constant",
                        HTTP));
        source(
                "weather-source.json",
                Map.of(
                        "topic",
                        WEATHER,
                        "simulator.elements",
                        "0",
                        "simulator.stations",
                        "3",
                        "simulator.rate.per.second",
                        "3"));
        source(
                "rdf4j-repository-source.json",
                Map.of(
                        "topic",
                        CAPTURED,
                        "rdf4j.url",
                        repository.queryUrl().toString(),
                        "rdf4j.poll.interval.ms",
                        "100",
                        "outbox.trim.interval.ms",
                        "1000"));
    }

    private void source(String sample, Map<String, String> options) throws IOException {
        Map<String, String> all = new HashMap<>(options);
        all.put("kafka.bootstrap.servers", bootstrapServers());
        all.putIfAbsent("topic", SoakPipeline.GRAPHS);
        sources.add(new Samples(Installation.home()).connector(sample, all));
    }

    /** Starts worker, diff app and service of a distribution. */
    void start(String name, Distribution distribution) throws Exception {
        worker = new SoakWorker(name + "-worker", scratch, bootstrapServers(), distribution);
        diff = SoakService.diff(
                name + "-diff", scratch, scratch.resolve("diff-state"), bootstrapServers(), distribution, 20);
        serve = SoakService.serve(name + "-serve", scratch, bootstrapServers(), distribution);
        for (ChildProcess process : programs()) {
            Files.deleteIfExists(SoakPipeline.log(process.name()));
            part(process).start();
        }
        Installation.awaitUp(rest());
    }

    List<ChildProcess> programs() {
        return List.of(worker.process(), diff.process(), serve.process());
    }

    ConnectRest rest() {
        return worker.connect();
    }

    /** The first start of the connectors; later ones are in Kafka. */
    void createConnectors() throws Exception {
        for (ObjectNode source : sources) {
            rest().create(source);
        }
        for (SoakStore store : stores) {
            rest().create(store.connector());
        }
        rest().create(replica.connector());
        Await.until("the source has subscribed, and a reading is everywhere", SoakDevices.PATIENCE, () -> {
            checkAlive();
            if (rest().isRunning("mqtt-source")) {
                devices.publishFirst();
            }
            return has(Map.of(SoakDevices.FIRST, 1L));
        });
        held = false;
        devices.go();
    }

    /** All programs run, and no connector has failed. */
    void checkAlive() throws Exception {
        for (ChildProcess program : programs()) {
            if (!program.isUp()) {
                throw new AssertionError(program.name() + " has ended, see " + SoakPipeline.log(program.name()));
            }
        }
        for (ObjectNode source : sources) {
            checkRuns(source.get("name").asText());
        }
        for (SoakStore store : stores) {
            checkRuns(store.name());
        }
        checkRuns(replica.name());
    }

    private void checkRuns(String connector) throws Exception {
        rest().failure(connector).ifPresent(why -> {
            throw new AssertionError(connector + " has failed: " + why);
        });
    }

    /** Whether every store and the service have at least these readings. */
    boolean has(Map<String, Long> readings) throws Exception {
        List<Map<String, Long>> readers = new ArrayList<>(List.of(serve.numbers()));
        for (SoakStore store : stores) {
            readers.add(store.numbers());
        }
        return readers.stream().allMatch(found -> readings.entrySet().stream()
                .allMatch(reading -> found.getOrDefault(reading.getKey(), 0L) >= reading.getValue()));
    }

    /** SIGTERM to all programs of Velella, while their inputs go on. */
    void stop() throws Exception {
        for (ChildProcess program : programs()) {
            program.stop();
        }
    }

    /** Stops the RDF4J server, and starts it with another outbox. */
    void replaceOutbox(String jars) throws Exception {
        rdf4j.stop();
        serverProperties.put("server.extra", jars);
        rdf4j.start();
        rdf4j.awaitUp();
    }

    private static void archive(Path file) throws IOException {
        List<String> documents = new ArrayList<>();
        for (int number = 1; number <= FILE_ALL; number++) {
            StringWriter turtle = new StringWriter();
            Rio.write(fileGraph(number).statements(), turtle, RDFFormat.TURTLE);
            documents.add(turtle.toString());
        }
        WeatherFiles.archive(file, "ttl", documents);
    }

    private void tick() {
        if (!held) {
            framesSent.incrementAndGet();
        }
    }

    /** The frames after the counter that the request names. */
    private void answer(HttpExchange exchange) throws IOException {
        long after = Long.parseLong(exchange.getRequestURI().getQuery().replace("after=", ""));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (JellyStreamWriter out = new JellyStreamWriter(body, JellyOptions.TOPIC, Limits.DEFAULT)) {
            for (long number = after + 1; number <= framesSent.get(); number++) {
                out.write(graph(HTTP, number), Map.of("c", Long.toString(number).getBytes(StandardCharsets.US_ASCII)));
            }
        }
        exchange.getResponseHeaders().set("Content-Type", "application/x-jelly-rdf");
        exchange.sendResponseHeaders(200, body.size() == 0 ? -1 : body.size());
        exchange.getResponseBody().write(body.toByteArray());
        exchange.close();
    }

    /** Changes the captured repository so many times. */
    void update(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            int number = updates++;
            String subject = "<urn:product:" + number % 20 + ">";
            HttpRequest request = HttpRequest.newBuilder(repository.updateUrl())
                    .header("Content-Type", "application/sparql-update")
                    .POST(HttpRequest.BodyPublishers.ofString("DELETE WHERE { " + subject + " ?p ?o } ; INSERT DATA { "
                            + subject + " <urn:price> " + number + " ; <urn:in> <urn:place:" + number % 7 + "> }"))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new AssertionError(answer.statusCode() + " " + answer.body());
            }
        }
    }

    /** No input sends more. */
    void hold() throws Exception {
        held = true;
        devices.hold();
    }

    /** Number of the last graph of each stream but {@link SoakDevices#FIRST}. Files and simulator have topics of their own. */
    Map<String, Long> sent() {
        Map<String, Long> sent = new TreeMap<>(devices.last());
        sent.put(HTTP, framesSent.get());
        return sent;
    }

    /** A graph of the archive. */
    static RdfGraph fileGraph(long number) {
        return RdfGraph.of(statements(FILE, number, false));
    }

    /** What was sent. */
    RdfGraph graph(String key, long number) {
        return isDevice(key) ? devices.graph(key, number) : RdfGraph.of(statements(key, number, false));
    }

    /** The statements that a store must have of it. */
    Set<Statement> stored(String key, long number) {
        return isDevice(key) ? devices.stored(key, number) : Set.copyOf(statements(key, number, true));
    }

    private static boolean isDevice(String key) {
        return !key.equals(HTTP);
    }

    private static List<Statement> statements(String key, long number, boolean isStored) {
        return SoakReading.statements(
                key, number, BEGIN.plusSeconds(number), isStored ? SoakReading.graphOfStream(key) : null);
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
