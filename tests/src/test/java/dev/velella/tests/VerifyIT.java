package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.remote.RemoteRepair;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.ServiceStore;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.remote.RemoteStores;
import dev.velella.tests.remote.ServerProcess;
import dev.velella.tests.remote.SharedServers;
import dev.velella.tests.remote.StoreServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.http.HTTPRepository;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sparql.SPARQLRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code velella verify} on the store that a real worker made from the patches of a real diff app: while they run, and
 * afterwards on copies of the store that somebody has changed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class VerifyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PARTITIONS = 2;
    private static final int STREAMS = 5;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Pattern APPLIED = Pattern.compile("patches-[01]: applied below offset ([0-9]+)");
    private static final IRI GRAPH = iri("urn:velella:stream:station%201");
    private static final IRI SYSTEM = iri("urn:velella:system");

    @TempDir
    static Path directory;

    @TempDir
    Path scratch;

    private static EmbeddedBroker broker;
    private static Path closed;
    private static ObjectNode sink;

    /** Runs that were made while patches flowed. */
    private static final List<VelellaRun> WHILE_RUNNING = new ArrayList<>();

    /** Behind the last patch of any partition. */
    private static long patchesEnd;

    @BeforeAll
    static void runPipeline() throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        try (Admin admin = admin()) {
            Topics.create(admin, "graphs", PARTITIONS);
        }
        Map<String, String> diff = Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "state.dir", directory.resolve("streams").toString(),
                "commit.interval.ms", "100",
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "10",
                "velella.snapshot.interval.ms", "1000");
        Samples samples = new Samples(Installation.home());
        int port = Ports.free();
        closed = directory.resolve("store");
        sink = samples.connector(
                "memory-sink.json",
                Map.of(
                        "kafka.bootstrap.servers",
                        broker.bootstrapServers(),
                        "topics",
                        "patches",
                        "snapshot.topics",
                        "",
                        "target.dir",
                        closed.toString(),
                        "checkpoint.interval.ms",
                        "300",
                        "sparql.endpoint.port",
                        Integer.toString(port)));
        try (DiffApp app = new DiffApp(new DiffConfig(diff));
                ConnectWorker worker =
                        new ConnectWorker(broker.bootstrapServers(), samples.pluginPath(), Ports.free())) {
            app.start();
            new ConnectRest(worker.restUrl()).create(sink.deepCopy());
            verifyWhileRunning(new StoreClient("http://localhost:" + port));
            stopSink(worker.restUrl());
        }
    }

    private static void verifyWhileRunning(StoreClient store) throws Exception {
        Path config = config(directory, sink);
        AtomicBoolean enough = new AtomicBoolean();
        try (GraphTopic graphs = new GraphTopic(broker.bootstrapServers(), "graphs", PARTITIONS, 1, 20)) {
            Thread feeder = new Thread(() -> feed(graphs, enough));
            feeder.start();
            try {
                for (int i = 1; i <= 3; i++) {
                    long goal = 40L * i;
                    Await.until("patches applied", PATIENCE, () -> applied(store) > goal);
                    WHILE_RUNNING.add(verify(config));
                    WHILE_RUNNING.add(verify(config, "--full"));
                }
            } finally {
                enough.set(true);
                feeder.join();
            }
            long sent = graphs.sent().values().stream().mapToLong(List::size).sum();
            Await.until(
                    "all patches are there",
                    PATIENCE,
                    () -> Topics.committed(broker.bootstrapServers(), "patches", PARTITIONS)
                                    .size()
                            == sent);
            Await.until("every stream has a new snapshot", PATIENCE, () -> hasSnapshots(graphs));
            Topics.committed(broker.bootstrapServers(), "patches", PARTITIONS)
                    .forEach(record -> patchesEnd = Math.max(patchesEnd, record.offset() + 1));
            Await.until("all patches are applied", PATIENCE, () -> isApplied(store));
        }
    }

    private static void feed(GraphTopic graphs, AtomicBoolean enough) {
        for (int n = 1; !enough.get() || n < 60; n++) {
            for (int stream = 0; stream < STREAMS; stream++) {
                graphs.send("station " + stream, reading(stream, n));
            }
            try {
                Thread.sleep(10); // a rate, not a wait
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static boolean hasSnapshots(GraphTopic graphs) throws Exception {
        Map<String, Long> numbers = new HashMap<>();
        Topics.committed(broker.bootstrapServers(), "snapshots", PARTITIONS).forEach(record -> {
            String header = new String(record.headers().lastHeader("patch").value(), StandardCharsets.US_ASCII);
            numbers.put(record.key(), Long.parseLong(header.substring(0, header.indexOf('.'))));
        });
        for (Map.Entry<String, List<RdfGraph>> stream : graphs.sent().entrySet()) {
            if (numbers.getOrDefault(stream.getKey(), 0L) < stream.getValue().size()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isApplied(StoreClient store) throws Exception {
        Map<Integer, Long> ends = new HashMap<>();
        Topics.committed(broker.bootstrapServers(), "patches", PARTITIONS)
                .forEach(record -> ends.put(record.partition(), record.offset() + 1));
        Map<Integer, Long> durable = new HashMap<>();
        store.status()
                .orElseThrow()
                .path("partitions")
                .forEach(row -> durable.put(
                        row.path("partition").asInt(), row.path("durable").asLong()));
        // behind its last record a partition has markers of transactions, which an idle sink passes
        return ends.entrySet().stream().allMatch(end -> durable.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    private static long applied(StoreClient store) throws Exception {
        long sum = 0;
        if (store.status().isPresent()) {
            for (var partition : store.status().get().path("partitions")) {
                sum += partition.path("applied").asLong();
            }
        }
        return sum;
    }

    private static RdfGraph reading(int stream, int number) {
        IRI station = iri("http://example.org/station/" + stream);
        return RdfGraph.of(List.of(
                VALUES.createStatement(station, iri("http://example.org/number"), VALUES.createLiteral(number)),
                VALUES.createStatement(station, iri("http://example.org/name"), VALUES.createLiteral("Halle", "de")),
                VALUES.createStatement(station, iri("http://example.org/sensor"), VALUES.createBNode("s" + stream))));
    }

    private static void stopSink(String restUrl) throws Exception {
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(restUrl + "/connectors/memory-sink/stop"))
                                .PUT(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding());
        Path config = config(directory, sink);
        Await.until("the sink has let go of its store", PATIENCE, () -> {
            VelellaRun run = verify(config);
            return run.status() == 0 && run.out().contains("(" + closed + ")");
        });
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static Path config(Path into, ObjectNode connector) throws IOException {
        Path file = into.resolve("sink.json");
        new ObjectMapper().writeValue(file.toFile(), connector);
        return file;
    }

    private static VelellaRun verify(Path config, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("verify", "--config", config.toString(), "--timeout-ms", "60000"));
        arguments.addAll(List.of(options));
        return VelellaRun.of(arguments.toArray(String[]::new));
    }

    /** A copy of the closed store, changed by somebody, and the configuration that names it. */
    private Path changed(Consumer<RepositoryConnection> change) throws IOException {
        Path copy = scratch.resolve("copy");
        Files.createDirectories(copy);
        try (Stream<Path> files = Files.list(closed)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        onStore(copy, change);
        ObjectNode connector = sink.deepCopy();
        ((ObjectNode) connector.get("config")).put("target.dir", copy.toString());
        return config(scratch, connector);
    }

    private static void onStore(Path store, Consumer<RepositoryConnection> work) {
        MemoryStore memory = new MemoryStore(store.toFile());
        memory.setPersist(true);
        SailRepository repository = new SailRepository(memory);
        try (RepositoryConnection connection = repository.getConnection()) {
            work.accept(connection);
        } finally {
            repository.shutDown();
        }
    }

    private static Set<Statement> statements(Path store) {
        Set<Statement> all = new HashSet<>();
        onStore(
                store,
                connection -> connection.getStatements(null, null, null, false).forEach(all::add));
        return all;
    }

    /** Rows of a text of patches, without headers and the borders of transactions. */
    private static List<PatchOperation> rows(String text) {
        RdfPatchTextReader reader =
                new RdfPatchTextReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), VALUES);
        List<PatchOperation> rows = new ArrayList<>();
        try {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                rows.addAll(patch.operations());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.removeIf(row -> row instanceof PatchOperation.Transaction || row instanceof PatchOperation.Header);
        return rows;
    }

    /** The changed store is found out, mended, and then as before. */
    private void foundAndMended(Path config, String said, PatchOperation... rows) throws IOException {
        VelellaRun cheap = verify(config);
        assertThat(cheap.status()).as(cheap.out() + cheap.err()).isEqualTo(1);
        assertThat(cheap.out()).contains(said).endsWith("different\n");
        assertThat(cheap.err()).contains("is not proven equal to its topics");

        VelellaRun full = verify(config, "--full");
        assertThat(full.status()).as(full.out() + full.err()).isEqualTo(1);
        assertThat(rows(full.out())).containsExactlyInAnyOrder(rows);

        VelellaRun mended = verify(
                config, "--repair", "-o", scratch.resolve("repair.jellyp").toString());
        assertThat(mended.status()).as(mended.out() + mended.err()).isZero();
        assertThat(mended.out()).contains("repaired: ").endsWith("equal\n");
        assertThat(scratch.resolve("repair.jellyp")).isNotEmptyFile();

        assertThat(verify(config).status()).isZero();
        assertThat(statements(scratch.resolve("copy"))).isEqualTo(statements(closed));
    }

    private static Statement number(RepositoryConnection connection) {
        return connection.getStatements(null, iri("http://example.org/number"), null, false, GRAPH).stream()
                .findFirst()
                .orElseThrow();
    }

    @Test
    void runningSinkIsEqualAtEveryMoment() {
        long before = 0;
        for (VelellaRun run : WHILE_RUNNING) {
            assertThat(run.status()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("/state)").endsWith("equal\n");
            Matcher applied = APPLIED.matcher(run.out());
            long sum = 0;
            while (applied.find()) {
                sum += Long.parseLong(applied.group(1));
            }
            assertThat(sum).isGreaterThanOrEqualTo(before);
            before = sum;
        }
        assertThat(WHILE_RUNNING).hasSize(6);
    }

    @Test
    void closedStoreIsEqual() throws Exception {
        Path config = changed(connection -> {});
        VelellaRun cheap = verify(config);
        assertThat(cheap.status()).as(cheap.out() + cheap.err()).isZero();
        assertThat(cheap.out()).contains("streams: 5, of which 5 fit").endsWith("equal\n");
        VelellaRun full = verify(config, "--full");
        assertThat(full.status()).as(full.out() + full.err()).isZero();
        assertThat(rows(full.out())).isEmpty();
        VelellaRun repair = verify(config, "--repair");
        assertThat(repair.status()).as("%s", repair).isZero();
        assertThat(repair.out()).doesNotContain("repaired");
    }

    @Test
    void removedStatementIsFoundAndMended() throws Exception {
        List<Statement> removed = new ArrayList<>();
        Path config = changed(connection -> {
            removed.add(number(connection));
            connection.remove(removed);
        });
        foundAndMended(
                config,
                "stream station 1 of patches: the store differs from its own chain: <" + GRAPH + "> holds 2 statements",
                new PatchOperation.Add(removed.get(0)));
    }

    @Test
    void changedStatementIsFoundAndMended() throws Exception {
        List<Statement> both = new ArrayList<>();
        Path config = changed(connection -> {
            Statement right = number(connection);
            Statement wrong =
                    VALUES.createStatement(right.getSubject(), right.getPredicate(), VALUES.createLiteral(-1), GRAPH);
            connection.remove(right);
            connection.add(wrong);
            both.add(right);
            both.add(wrong);
        });
        foundAndMended(
                config,
                "holds 3 statements of hash",
                new PatchOperation.Delete(both.get(1)),
                new PatchOperation.Add(both.get(0)));
    }

    @Test
    void statementsOfNoStreamAreFoundAndMended() throws Exception {
        Statement foreign = VALUES.createStatement(GRAPH, iri("urn:x:p"), VALUES.createLiteral("x"), iri("urn:x:g"));
        Statement inDefault = VALUES.createStatement(GRAPH, iri("urn:x:p"), VALUES.createBNode("b1"));
        Path config = changed(connection -> connection.add(List.of(foreign, inDefault)));
        foundAndMended(
                config,
                "default graph: holds 1 statements of no stream",
                new PatchOperation.Delete(foreign),
                new PatchOperation.Delete(inDefault));
    }

    @Test
    void tamperedChainIsFoundAndMended() throws Exception {
        List<Statement> chain = new ArrayList<>();
        IRI row = iri("urn:velella:system:stream:memory-sink:patches:station%201");
        IRI predicate = iri("urn:velella:system#patchPosition");
        Statement wrong = VALUES.createStatement(row, predicate, VALUES.createLiteral("3.h0123456789abcdef"), SYSTEM);
        Path config = changed(connection -> {
            connection.getStatements(row, predicate, null, false, SYSTEM).forEach(chain::add);
            connection.remove(chain);
            connection.add(wrong);
        });
        assertThat(chain).hasSize(1);
        foundAndMended(
                config,
                "stream station 1 of patches: the chain differs from the topic: the store has patch"
                        + " 3.h0123456789abcdef, the topic "
                        + chain.get(0).getObject().stringValue() + " at patches-",
                new PatchOperation.Delete(wrong),
                new PatchOperation.Add(chain.get(0)));
    }

    @Test
    void storeAheadOfItsTopicIsAnError() throws Exception {
        IRI row = iri("urn:velella:system:partition:memory-sink:patches:0");
        IRI next = iri("urn:velella:system#nextOffset");
        Path config = changed(connection -> {
            connection.remove(row, next, null, SYSTEM);
            connection.add(row, next, VALUES.createLiteral(patchesEnd + 1_000_000), SYSTEM);
        });
        for (String mode : List.of("--max-problems=1", "--full")) {
            VelellaRun run = verify(config, mode);
            assertThat(run.status()).as("%s", run).isEqualTo(1);
            assertThat(run.err())
                    .contains("the store has applied patches-0 below offset " + (patchesEnd + 1_000_000))
                    .contains("and the topic ends at ");
        }
    }

    @Test
    void storeInUseWithoutEndpointIsAnErrorThatSaysHow() throws Exception {
        Path config = changed(connection -> {});
        ObjectNode connector = (ObjectNode) new ObjectMapper().readTree(config.toFile());
        ((ObjectNode) connector.get("config")).remove("sparql.endpoint.port");
        config(scratch, connector);
        try (var lock = MemoryTarget.open(scratch.resolve("copy"), "memory-sink", Duration.ZERO)) {
            assertThat(lock.storeId()).isNotBlank();
            VelellaRun read = verify(config);
            assertThat(read.status()).as("%s", read).isEqualTo(1);
            assertThat(read.err())
                    .contains("is in use", "no endpoint", "--endpoint")
                    .hasLineCount(1);
            VelellaRun repair = verify(config, "--repair");
            assertThat(repair.status()).as("%s", repair).isEqualTo(1);
            assertThat(repair.err())
                    .contains("repaired only while nobody uses it", "/stop")
                    .hasLineCount(1);
        }
    }

    @Test
    void wrongNameDirectoryAndUsageAreErrors() throws Exception {
        Path config = changed(connection -> {});
        VelellaRun name = verify(config, "--name", "other");
        assertThat(name.status()).as("%s", name).isEqualTo(1);
        assertThat(name.err()).contains("no rows of connector other, only of memory-sink");
        assertThat(verify(config, "--repair", "--endpoint", "http://localhost:1")
                        .status())
                .isEqualTo(2);
        assertThat(verify(config, "-o", "x.rdfp").status()).isEqualTo(2);
        ObjectNode flat = ((ObjectNode) sink.get("config")).deepCopy();
        flat.put("target.dir", scratch.resolve("nothing").toString());
        config(scratch, flat);
        assertThat(verify(config).err()).contains("names no connector", "--name");
        VelellaRun nothing = verify(config, "--name", "memory-sink");
        assertThat(nothing.status()).as("%s", nothing).isEqualTo(1);
        assertThat(nothing.err()).contains("there is no store in " + scratch.resolve("nothing"));
        assertThat(scratch.resolve("nothing")).doesNotExist();
    }

    @Test
    void printedPatchIsAppliedToTheClosedStoreOnce() throws Exception {
        Path config = changed(connection -> connection.remove(number(connection)));
        Path patch = scratch.resolve("patch.jellyp");
        assertThat(verify(config, "--full", "-o", patch.toString()).status()).isEqualTo(1);
        VelellaRun applied = apply(patch, config);
        assertThat(applied.status()).as("%s", applied).isZero();
        assertThat(applied.out()).contains("0 statements deleted, 1 added");
        assertThat(statements(scratch.resolve("copy"))).isEqualTo(statements(closed));
        VelellaRun again = apply(patch, config);
        assertThat(again.status()).as("%s", again).isEqualTo(1);
        assertThat(again.err())
                .contains("patch.jellyp: ", "which is to be added", "nothing was changed")
                .hasLineCount(1);
    }

    private static VelellaRun apply(Path patch, Path config) {
        return VelellaRun.of("apply", patch.toString(), "--to-config", config.toString(), "--timeout-ms", "60000");
    }

    private static List<StoreServer> servers() throws Exception {
        return List.of(
                SharedServers.get(ServerProcess.Kind.RDF4J),
                SharedServers.onDisk().get(0),
                SharedServers.get(ServerProcess.Kind.FUSEKI));
    }

    /** The store is a copy of the closed one: data, blank nodes as the sink writes them there, and rows. */
    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void remoteStoreIsMendedOnlyAtTheMomentThatWasCompared(StoreServer server) throws Exception {
        Path config = copyTo(server);
        VelellaRun right = verify(config, "--full");
        assertThat(right.status()).as("%s", right).isZero();
        damage(server);
        Path old = scratch.resolve("old.rdfp");
        VelellaRun found = verify(config, "--full", "-o", old.toString());
        assertThat(found.status()).as("%s", found).isEqualTo(1);
        assertThat(found.out()).contains("difference: 2 statements too many, 3 missing");

        StoreMoment moment = moment(server, "memory-sink");
        try (RemoteTarget sinkTask = RemoteTarget.of(RemoteStores.settings(server), "memory-sink")) {
            sinkTask.claim(List.of(new PartitionId("patches", 0)));
        }
        VelellaRun late = apply(old, config);
        assertThat(late.status()).as("%s", late).isEqualTo(1);
        assertThat(late.err())
                .contains("the store went on", "patches-0 was applied below")
                .hasLineCount(1);
        Statement more = VALUES.createStatement(GRAPH, iri("urn:x:p"), VALUES.createLiteral("late"), GRAPH);
        assertThatThrownBy(() -> RemoteRepair.apply(RemoteStores.settings(server), moment, List.of(), List.of(more)))
                .hasMessageContaining("the store went on");
        Path patch = scratch.resolve("patch.rdfp");
        VelellaRun unchanged = verify(config, "--full", "-o", patch.toString());
        assertThat(unchanged.out()).contains("difference: 2 statements too many, 3 missing");

        VelellaRun applied = VelellaRun.of(
                "apply",
                patch.toString(),
                "--to",
                server.queryUrl().toString(),
                "--type",
                server.traits().isRdf4j() ? "http" : "sparql",
                "--update-url",
                server.updateUrl().toString());
        assertThat(applied.status()).as("%s", applied).isZero();
        assertThat(applied.out()).contains("2 statements deleted, 3 added");
        VelellaRun mended = verify(config, "--full");
        assertThat(mended.status()).as("%s", mended).isZero();
        assertThat(apply(patch, config).err()).contains("the store went on");

        damage(server);
        VelellaRun repaired = verify(config, "--repair");
        assertThat(repaired.status()).as("%s", repaired).isZero();
        assertThat(repaired.out())
                .contains("repaired: 2 statements deleted, 3 added")
                .endsWith("equal\n");

        if (!server.traits().isRdf4j()) {
            update(server, "INSERT DATA { GRAPH <" + GRAPH + "> { <urn:x:s> <urn:x:p> _:foreign } }");
            VelellaRun foreign = verify(config, "--repair");
            assertThat(foreign.status()).as("%s", foreign).isEqualTo(1);
            assertThat(foreign.err())
                    .contains("urn:x:s", "a blank node that the sink did not write", "nothing was changed")
                    .hasLineCount(1);
        }
    }

    /** Also where a query shows the statements of all graphs in the default graph. */
    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void theDefaultGraphIsComparedAndMended(StoreServer server) throws Exception {
        String topic = "unnamed-" + server;
        List<Statement> data = List.of(
                VALUES.createStatement(iri("urn:x:s"), iri("urn:x:p"), VALUES.createLiteral("here")),
                VALUES.createStatement(iri("urn:x:s"), iri("urn:x:p"), VALUES.createLiteral("both")));
        Path config = applied(server, topic, data);
        update(server, "INSERT DATA { GRAPH <urn:x:other> { <urn:x:s> <urn:x:p> \"both\" } }");

        VelellaRun right = verify(config, "--full");
        assertThat(right.status()).as("%s", right).isZero();
        RemoteRepair.apply(RemoteStores.settings(server), moment(server, topic), data, List.of());
        VelellaRun damaged = verify(config, "--repair");
        assertThat(damaged.out())
                .contains("difference: 0 statements too many, 2 missing", "repaired: 0 statements deleted, 2 added")
                .endsWith("equal\n");
        VelellaRun service =
                verify(config, "--full", "--sparql", server.queryUrl().toString());
        if (server.traits().isRdf4j()) {
            assertThat(service.status()).as("%s", service).isEqualTo(1);
            assertThat(service.out())
                    .contains(
                            "difference: 0 statements too many, 0 missing",
                            "undecided: 2 statements of the default graph")
                    .endsWith("undecided\n");
        } else {
            assertThat(service.status()).as("%s", service).isZero();
        }
    }

    /** What its rewritten literals hide must be found all the same, and mended. */
    @Test
    void literalsThatTheStoreWritesOtherwiseAreToldFromDifferences() throws Exception {
        StoreServer server = SharedServers.get(ServerProcess.Kind.TDB2);
        String topic = "rewritten";
        List<Statement> data = new ArrayList<>();
        for (Literal literal : List.of(
                VALUES.createLiteral("1.50", XSD.DECIMAL),
                VALUES.createLiteral("01", XSD.INTEGER),
                VALUES.createLiteral("1", XSD.INTEGER),
                VALUES.createLiteral("lost"))) {
            data.add(VALUES.createStatement(iri("urn:x:s"), iri("urn:x:p"), literal, iri("urn:x:rewritten")));
        }
        Path config = applied(server, topic, data);

        VelellaRun right = verify(config, "--full");
        assertThat(right.status()).as("%s", right).isEqualTo(4);
        assertThat(right.err()).isEmpty();
        assertThat(right.out())
                .contains("difference: 0 statements too many, 0 missing")
                .contains("with the same value: 2 literals, for example \"01\"^^<" + XSD.INTEGER
                        + ">, which the store gives as \"1\"^^<" + XSD.INTEGER + ">")
                .endsWith("equal by value\n");

        update(server, "DELETE DATA { GRAPH <urn:x:rewritten> { <urn:x:s> <urn:x:p> 1.50, \"lost\" } }");
        VelellaRun damaged = verify(config, "--repair");
        assertThat(damaged.status()).as("%s", damaged).isEqualTo(4);
        assertThat(damaged.out())
                .contains("difference: 0 statements too many, 2 missing", "1 literals, for example \"01\"")
                .endsWith("equal by value\n");

        Path beyond = applied(
                server,
                "beyond",
                List.of(VALUES.createStatement(
                        iri("urn:x:s"),
                        iri("urn:x:p"),
                        VALUES.createLiteral("1e400", XSD.DOUBLE),
                        iri("urn:x:beyond"))));
        VelellaRun changed = verify(beyond, "--full");
        assertThat(changed.status()).as("%s", changed).isEqualTo(1);
        assertThat(changed.out())
                .contains("difference: 0 statements too many, 0 missing", "changed by the store, which cannot hold")
                .contains("<urn:x:s> <urn:x:p> \"1e400\"^^<" + XSD.DOUBLE + ">, which the store gives as \"INF\"^^<")
                .endsWith("different\n");
    }

    /** Puts one patch into a topic and into a store; the configuration of the sink that would have done so. */
    private Path applied(StoreServer server, String topic, List<Statement> data) throws Exception {
        try (Admin admin = admin()) {
            Topics.create(admin, topic, 1);
        }
        StatefulFrame frame = new PartitionEncoder(
                        new EncoderSettings(
                                JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                        KeyFrameInterval.DEFAULT)
                .encode(RdfPatch.change(List.of(), data));
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, null, frame.value());
        record.headers().add(JellyHeader.NAME, frame.header().toBytes());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(record).get();
        }
        PartitionId partition = new PartitionId(topic, 0);
        try (RemoteTarget task = RemoteTarget.of(RemoteStores.settings(server), topic)) {
            Claim claim = task.claim(List.of(partition)).get(partition);
            task.apply(RemoteStores.batch(task, partition, claim, List.of(), data));
        }
        ObjectNode connector = sink.deepCopy();
        connector.put("name", topic);
        ObjectNode options = (ObjectNode) connector.get("config");
        options.put("name", topic);
        options.remove("target.dir");
        options.put("topics", topic);
        options.put("target", server.traits().isRdf4j() ? "http" : "sparql");
        options.put("target.url", server.queryUrl().toString());
        options.put("target.update.url", server.updateUrl().toString());
        return config(scratch, connector);
    }

    private Path copyTo(StoreServer server) throws IOException {
        boolean rdf4j = server.traits().isRdf4j();
        try (RemoteTarget target = RemoteTarget.of(RemoteStores.settings(server), "memory-sink")) {
            assertThat(target.storeId()).isNotBlank();
        }
        List<Statement> copied = statements(closed).stream()
                .filter(statement -> !statement.getSubject().equals(SYSTEM))
                .map(statement -> rdf4j || !statement.getObject().isBNode()
                        ? statement
                        : VALUES.createStatement(
                                statement.getSubject(),
                                statement.getPredicate(),
                                iri("urn:velella:genid:" + ((BNode) statement.getObject()).getID()),
                                statement.getContext()))
                .toList();
        Repository repository = rdf4j
                ? new HTTPRepository(server.queryUrl().toString())
                : new SPARQLRepository(
                        server.queryUrl().toString(), server.updateUrl().toString());
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(copied);
        } finally {
            repository.shutDown();
        }
        ObjectNode connector = sink.deepCopy();
        ObjectNode options = (ObjectNode) connector.get("config");
        options.remove("target.dir");
        options.put("target", rdf4j ? "http" : "sparql");
        options.put("target.url", server.queryUrl().toString());
        if (!rdf4j) {
            options.put("target.update.url", server.updateUrl().toString());
        }
        return config(scratch, connector);
    }

    /** Changes a number, removes a blank node, and turns a chain back. */
    private static void damage(StoreServer server) {
        String number = "<http://example.org/number>";
        update(
                server,
                "DELETE { GRAPH <" + GRAPH + "> { ?s " + number + " ?n } } INSERT { GRAPH <" + GRAPH + "> { ?s "
                        + number
                        + " -1 } } WHERE { GRAPH <" + GRAPH + "> { ?s " + number + " ?n } } ;\n"
                        + "DELETE WHERE { GRAPH <" + GRAPH + "> { ?s <http://example.org/sensor> ?b } } ;\n"
                        + "DELETE { GRAPH <" + SYSTEM + "> { ?row ?p ?o } } INSERT { GRAPH <" + SYSTEM
                        + "> { ?row ?p \"3.h0123456789abcdef\" } } WHERE { GRAPH <" + SYSTEM + "> { ?row ?p ?o }"
                        + " FILTER(?row = <urn:velella:system:stream:memory-sink:patches:station%201>) }");
    }

    private static void update(StoreServer server, String update) {
        String updates = server.traits().isRdf4j()
                ? server.queryUrl() + "/statements"
                : server.updateUrl().toString();
        SPARQLRepository repository = new SPARQLRepository(server.queryUrl().toString(), updates);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.prepareUpdate(update).execute();
        } finally {
            repository.shutDown();
        }
    }

    private static StoreMoment moment(StoreServer server, String connector) throws IOException {
        SystemRows rows = new SystemRows(connector);
        try (ServiceStore store = new ServiceStore(server.queryUrl(), PATIENCE, "")) {
            store.read(statement -> {
                if (SystemRows.isRow(statement)) {
                    rows.add(statement);
                }
            });
        }
        return rows.moment();
    }

    /** The last one, since it deletes from the topic. */
    @Test
    @Order(Integer.MAX_VALUE)
    void trimmedTopicNeedsSnapshots() throws Exception {
        List<Statement> removed = new ArrayList<>();
        Path config = changed(connection -> {});
        trim();
        VelellaRun cheap = verify(config);
        assertThat(cheap.status()).as(cheap.out() + cheap.err()).isZero();
        VelellaRun without = verify(config, "--full");
        assertThat(without.status()).as("%s", without).isEqualTo(1);
        assertThat(without.err())
                .contains("retention has deleted", "--snapshot-topic")
                .hasLineCount(1);
        VelellaRun with = verify(config, "--full", "--snapshot-topic", "snapshots");
        assertThat(with.status()).as(with.out() + with.err()).isZero();
        assertThat(rows(with.out())).isEmpty();
        onStore(scratch.resolve("copy"), connection -> {
            removed.add(number(connection));
            connection.remove(removed);
        });
        VelellaRun found = verify(config, "--full", "--snapshot-topic", "snapshots");
        assertThat(found.status()).as("%s", found).isEqualTo(1);
        assertThat(rows(found.out())).containsExactly(new PatchOperation.Add(removed.get(0)));
    }

    private static void trim() throws Exception {
        Map<TopicPartition, RecordsToDelete> below = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            below.put(new TopicPartition("patches", partition), RecordsToDelete.beforeOffset(30));
        }
        try (Admin admin = admin()) {
            admin.deleteRecords(below).all().get();
        }
    }
}
