package dev.velella.tests.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.source.RdfSourceConnector;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.mqtt.MqttSource;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Topics, states, stores and offsets that versions before this one have written, see {@link VersionFolder}. */
@Timeout(600)
class CompatibilityTest {
    private static final String SYSTEM = "urn:velella:system";

    @TempDir
    Path scratch;

    static Stream<VersionFolder> versions() throws IOException {
        return VersionFolder.all();
    }

    static Stream<Arguments> stores() throws IOException {
        return VersionFolder.all()
                .flatMap(version -> Stream.of(Arguments.of(version, "memory"), Arguments.of(version, "lmdb")));
    }

    private static List<Object> decoded(String topic, List<StoredRecord> records) {
        JellyConverter converter = new JellyConverter();
        converter.configure(Map.of(), false);
        return records.stream()
                .map(record -> converter
                        .toConnectData(topic, record.headers(), record.value())
                        .value())
                .toList();
    }

    private static RdfGraph graph(Object value) {
        return (RdfGraph) RdfStructs.toElement(value);
    }

    private static List<RdfPatch> patches(List<StoredRecord> records) {
        return decoded("patches", records).stream()
                .map(value -> (RdfPatch) RdfStructs.toElement(value))
                .toList();
    }

    /** What was sent, by graph name, in order. */
    private static Map<Resource, Model> elements(VersionFolder version) throws IOException {
        try (Reader quads = Files.newBufferedReader(version.path().resolve("elements.nq"))) {
            Model all = Rio.parse(quads, RDFFormat.NQUADS);
            Map<Resource, Model> elements = new LinkedHashMap<>();
            all.contexts().forEach(name -> elements.put(name, all.filter(null, null, null, name)));
            return elements;
        }
    }

    private static void apply(RdfPatch patch, Set<Statement> state) {
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Delete delete) {
                assertThat(state.remove(delete.statement()))
                        .as("deletes what there is")
                        .isTrue();
            } else if (row instanceof PatchOperation.Add add) {
                assertThat(state.add(add.statement())).as("adds what is new").isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void graphsOfATopicAreTheElements(VersionFolder version) throws Exception {
        List<StoredRecord> records = version.topic("graphs");
        List<Model> elements = List.copyOf(elements(version).values());
        List<Object> graphs = decoded("graphs", records);
        assertThat(graphs).hasSameSizeAs(elements);
        for (int i = 0; i < graphs.size(); i++) {
            assertThat(records.get(i).key()).isEqualTo("http://example.org/station" + i % 2);
            assertThat(Models.isomorphic(graph(graphs.get(i)).statements(), elements.get(i)))
                    .as("element " + i)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void patchesFollowEachOtherAndLeadToTheGraphsOfTheSnapshots(VersionFolder version) throws Exception {
        List<StoredRecord> records = version.topic("patches");
        List<RdfPatch> patches = patches(records);
        Map<String, Set<Statement>> states = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        Map<String, Set<Statement>> at = new HashMap<>();
        for (int i = 0; i < records.size(); i++) {
            String key = records.get(i).key();
            Set<Statement> state = states.computeIfAbsent(key, stream -> new HashSet<>());
            apply(patches.get(i), state);
            PatchPosition position = PatchPosition.parse(records.get(i).header("patch"));
            assertThat(position.number()).isEqualTo(numbers.merge(key, 1L, Long::sum));
            assertThat(position.hash()).isEqualTo(GraphHash.ofSet(state));
            at.put(key + position.number(), Set.copyOf(state));
        }
        List<StoredRecord> snapshots = version.topic("snapshots");
        List<Object> graphs = decoded("snapshots", snapshots);
        assertThat(snapshots).isNotEmpty();
        for (int i = 0; i < snapshots.size(); i++) {
            PatchPosition position = PatchPosition.parse(snapshots.get(i).header("patch"));
            assertThat(position.snapshot()).isTrue();
            assertThat(graph(graphs.get(i)).statements())
                    .containsExactlyInAnyOrderElementsOf(at.get(snapshots.get(i).key() + position.number()));
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void theDiffAppGoesOnFromTheState(VersionFolder version) throws Exception {
        List<StoredRecord> graphs = version.topic("graphs");
        List<StoredRecord> before = version.topic("patches");
        try (DiffRun diff = new DiffRun(version.state("diff-state"))) {
            diff.send(graphs.subList(VersionFolder.BEFORE, graphs.size()));
            List<StoredRecord> patches = diff.read("patches");
            List<StoredRecord> expected = before.subList(VersionFolder.BEFORE, before.size());
            assertThat(patches)
                    .extracting(record -> record.header("patch"))
                    .containsExactlyElementsOf(expected.stream()
                            .map(record -> record.header("patch"))
                            .toList());
            List<RdfPatch> changes = patches(patches);
            List<RdfPatch> same = patches(before).subList(VersionFolder.BEFORE, before.size());
            for (int i = 0; i < changes.size(); i++) {
                assertThat(changes.get(i).operations())
                        .containsExactlyInAnyOrderElementsOf(same.get(i).operations());
            }
            assertThat(diff.read("snapshots")).as("none is due").isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aDeadLetterSaysTheSame(VersionFolder version) throws Exception {
        StoredRecord letter = version.topic("dead-letters").get(0);
        try (DiffRun diff = new DiffRun(Map.of())) {
            Header time = letter.headers().lastHeader("velella.error.timestamp");
            diff.send(List.of(new StoredRecord(
                    letter.key(),
                    time == null ? letter.timestamp() : Long.parseLong(letter.header(time.key())),
                    letter.headers(),
                    letter.value())));
            StoredRecord now = diff.read("dead-letters").get(0);
            assertThat(now.value()).isEqualTo(letter.value());
            letter.headers().forEach(header -> {
                assertThat(now.headers().lastHeader(header.key()))
                        .as(header.key())
                        .isNotNull();
                if (!header.key().matches(".*(offset|application.id|exception.class.name|exception.message)")) {
                    assertThat(now.header(header.key())).isEqualTo(letter.header(header.key()));
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void theSinkGoesOnFromTheStore(VersionFolder version, String target) throws Exception {
        List<StoredRecord> patches = version.topic("patches");
        version.unpackStore(target, scratch);
        Map<String, String> before = system(target);
        try (SinkRun sink = new SinkRun(target, scratch)) {
            assertThat(sink.position()).isEqualTo(VersionFolder.BEFORE);
            sink.apply(patches, patches.size());
        }
        Map<String, Set<Statement>> states = new HashMap<>();
        List<RdfPatch> changes = patches(patches);
        for (int i = 0; i < changes.size(); i++) {
            apply(changes.get(i), states.computeIfAbsent(patches.get(i).key(), stream -> new HashSet<>()));
        }
        assertThat(statements(target, false))
                .hasSize(states.values().stream().mapToInt(Set::size).sum());
        states.forEach((key, state) -> assertThat(Models.isomorphic(statements(target, false, key), state))
                .as(key)
                .isTrue());
        Map<String, String> after = system(target);
        assertThat(after.keySet()).containsExactlyInAnyOrderElementsOf(before.keySet());
        String partition = SYSTEM + ":partition:sink:patches:0 " + SYSTEM + "#";
        assertThat(after)
                .containsEntry(partition + "nextOffset", Integer.toString(patches.size()))
                .containsEntry(partition + "epoch", Long.toString(Long.parseLong(before.get(partition + "epoch")) + 1))
                .containsEntry(SYSTEM + " " + SYSTEM + "#storeId", before.get(SYSTEM + " " + SYSTEM + "#storeId"));
        assertThat(after.values())
                .contains(patches.get(10).header("patch"), patches.get(11).header("patch"));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void theSinkKnowsWhichPatchMustFollow(VersionFolder version, String target) throws Exception {
        version.unpackStore(target, scratch);
        List<StoredRecord> patches = version.topic("patches");
        try (SinkRun sink = new SinkRun(target, scratch)) {
            assertThatThrownBy(() -> sink.applyWithout(VersionFolder.BEFORE, patches, patches.size()))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("patches-0@10");
        }
    }

    private List<Statement> statements(String target, boolean ofSystem, String... graph) {
        Path directory = target.equals("lmdb") ? scratch.resolve("lmdb") : scratch;
        SailRepository store = new SailRepository(
                target.equals("lmdb") ? new LmdbStore(directory.toFile()) : new MemoryStore(directory.toFile()));
        try (RepositoryConnection connection = store.getConnection()) {
            return connection.getStatements(null, null, null, false).stream()
                    .filter(statement -> statement.getContext().stringValue().equals(SYSTEM) == ofSystem)
                    .filter(statement -> graph.length == 0
                            || statement.getContext().stringValue().equals(graph[0]))
                    .toList();
        } finally {
            store.shutDown();
        }
    }

    /** Subject and predicate to object. */
    private Map<String, String> system(String target) {
        Map<String, String> rows = new HashMap<>();
        statements(target, true)
                .forEach(row -> rows.put(
                        row.getSubject() + " " + row.getPredicate(),
                        row.getObject().stringValue()));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void filesAndTheSimulatorGoOnAtTheirOffsets(VersionFolder version) throws Exception {
        for (String kind : List.of("file", "simulator")) {
            VersionFolder.Stored stored = version.offset(kind, "", "");
            try (SourceRun source =
                    new SourceRun(new RdfSourceTask(), stored.config(), Map.of(stored.partition(), stored.offset()))) {
                SourceRecord next = source.take(1).get(0);
                assertThat(next.sourcePartition()).isEqualTo(Map.copyOf(stored.partition()));
                assertThat(next.sourceOffset().get("elements")).isEqualTo(6L);
                if (kind.equals("file")) {
                    Model sixth = List.copyOf(elements(version).values()).get(5);
                    assertThat(Models.isomorphic(graph(next.value()).statements(), sixth))
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aStreamOverHttpGoesOnAfterItsCounter(VersionFolder version) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        CompletableFuture<String> asked = new CompletableFuture<>();
        server.createContext("/", exchange -> {
            asked.complete(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
        String url = version.offset("http", "", "").config().get("http.url");
        VersionFolder.Stored stored = version.offset(
                "http", url, "http://127.0.0.1:" + server.getAddress().getPort() + "/n.jelly?after={offset}");
        try (SourceRun source =
                new SourceRun(new RdfSourceTask(), stored.config(), Map.of(stored.partition(), stored.offset()))) {
            assertThat(source).isNotNull();
            assertThat(asked.get()).isEqualTo("/n.jelly?after=3");
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void offsetsOfMqttAreThoseOfTheSameSourceAndAreUnderstood(VersionFolder version) throws Exception {
        VersionFolder.Stored mqtt = version.offset("mqtt", "", "");
        VersionFolder.Stored link = version.offset("link", "", "");
        assertThat(MqttSource.partition(mqtt.config().get("mqtt.client.id"))).isEqualTo(mqtt.partition());
        assertThat(MqttSource.linkPartition("compatibility", "site/linked")).isEqualTo(link.partition());
        assertThat(new RdfSourceConnector()
                        .alterOffsets(
                                mqtt.config(),
                                Map.of(mqtt.partition(), mqtt.offset(), link.partition(), link.offset())))
                .isTrue();
    }

    @Test
    void thereIsAtLeastOneVersion() throws Exception {
        assertThat(versions()).isNotEmpty();
        assertThat(new String(Files.readAllBytes(VersionFolder.ALL.resolve("README.md")), StandardCharsets.UTF_8))
                .contains(versions()
                        .map(version -> version.path().getFileName().toString())
                        .toList());
    }
}
