package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.ConnectRest;
import dev.velella.quickstart.ConnectWorker;
import dev.velella.quickstart.EmbeddedBroker;
import dev.velella.quickstart.Ports;
import dev.velella.quickstart.Samples;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.serde.JellyPatchSerializer;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker applies one topic to a store of each kind, while their tasks become more and fewer and those servers that keep
 * their data are killed: in the end every store is what the topic says.
 */
@Timeout(300)
class RemoteSinkIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int PARTITIONS = 3;
    private static final int STREAMS = 6;
    private static final int ROUNDS = 40;

    private final StreamOfPatches[] streams = new StreamOfPatches[STREAMS];

    /** One device: every patch replaces its readings; one of them hangs on a blank node. */
    private static final class StreamOfPatches {
        private final String key;
        private Set<Statement> state = Set.of();
        private long number;

        StreamOfPatches(String key) {
            this.key = key;
        }

        IRI graph() {
            return VALUES.createIRI("urn:velella:stream:" + key);
        }

        ProducerRecord<String, RdfPatch> next(int partition) {
            number++;
            Set<Statement> next = new HashSet<>();
            for (int i = 0; i < 5; i++) {
                IRI reading =
                        VALUES.createIRI("http://example.org/" + key + "/reading/" + (i == 0 ? 0 : number) + "/" + i);
                next.add(VALUES.createStatement(reading, iri("value"), VALUES.createLiteral(number * 10 + i), graph()));
                next.add(VALUES.createStatement(
                        reading, iri("unit"), VALUES.createBNode("u-" + key + "-" + number % 3), graph()));
            }
            List<Statement> deletes =
                    state.stream().filter(s -> !next.contains(s)).toList();
            List<Statement> adds = next.stream().filter(s -> !state.contains(s)).toList();
            state = next;
            ProducerRecord<String, RdfPatch> record =
                    new ProducerRecord<>("patches", partition, key, RdfPatch.change(deletes, adds));
            record.headers()
                    .add(
                            RecordHeaderNames.PATCH,
                            new PatchPosition(number, GraphHash.ofSet(state), false)
                                    .format()
                                    .getBytes(StandardCharsets.US_ASCII));
            return record;
        }

        private static IRI iri(String name) {
            return VALUES.createIRI("http://example.org/" + name);
        }
    }

    @BeforeAll
    static void startServers() throws Exception {
        SharedServers.start();
    }

    @Test
    void storesAreWhatTheTopicSaysInSpiteOfRebalancesAndKills(@TempDir Path scratch) throws Exception {
        for (int i = 0; i < STREAMS; i++) {
            streams[i] = new StreamOfPatches("ibs_" + i);
        }
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                KafkaProducer<String, RdfPatch> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new JellyPatchSerializer())) {
            Topics.create(admin, "patches", PARTITIONS);
            Map<String, String> workerConfig = ConnectWorker.properties(
                    broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free());
            ConnectRest rest = new ConnectRest(workerConfig.get("listeners"));
            Process worker = Installation.worker(scratch, workerConfig, List.of());
            try {
                awaitUp(rest);
                long sent = send(producer);
                for (StoreServer.Kind kind : StoreServer.Kind.values()) {
                    rest.create(connector(kind, broker.bootstrapServers(), 1));
                }
                awaitApplied(sent);
                for (StoreServer.Kind kind : StoreServer.Kind.values()) {
                    rest.create(connector(kind, broker.bootstrapServers(), 3));
                }
                sent += send(producer);
                awaitApplied(sent);
                for (StoreServer.Kind kind : List.of(StoreServer.Kind.RDF4J, StoreServer.Kind.TDB2)) {
                    SharedServers.get(kind).kill();
                }
                sent += send(producer);
                for (StoreServer.Kind kind : List.of(StoreServer.Kind.RDF4J, StoreServer.Kind.TDB2)) {
                    SharedServers.get(kind).start();
                }
                for (StoreServer.Kind kind : StoreServer.Kind.values()) {
                    SharedServers.get(kind).awaitUp();
                    rest.create(connector(kind, broker.bootstrapServers(), 2));
                }
                sent += send(producer);
                awaitApplied(sent);
                for (StoreServer.Kind kind : StoreServer.Kind.values()) {
                    check(kind);
                    verify(connector(kind, broker.bootstrapServers(), 2), scratch);
                    assertThat(rest.failure(name(kind))).isEmpty();
                }
            } finally {
                worker.destroyForcibly().waitFor();
            }
        }
    }

    private long send(KafkaProducer<String, RdfPatch> producer) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < STREAMS; i++) {
                producer.send(streams[i].next(i % PARTITIONS));
            }
        }
        producer.flush();
        return (long) ROUNDS * STREAMS;
    }

    private static void awaitApplied(long records) throws Exception {
        for (StoreServer.Kind kind : StoreServer.Kind.values()) {
            StoreServer server = SharedServers.get(kind);
            Await.until(records + " records in " + kind, PATIENCE, () -> server.applied(name(kind)) == records);
        }
    }

    private void check(StoreServer.Kind kind) {
        try (RemoteTarget store = RemoteStores.target(SharedServers.get(kind), name(kind))) {
            for (StreamOfPatches stream : streams) {
                assertThat(store.statements(stream.graph()))
                        .as("%s in %s", stream.key, kind)
                        .containsExactlyInAnyOrderElementsOf(stream.state);
                assertThat(store.chain(new StreamId("patches", stream.key)).map(StreamState::number))
                        .hasValue(stream.number);
            }
        }
    }

    /** What the command finds, which reads the store and the topic by itself. */
    private static void verify(ObjectNode connector, Path scratch) throws IOException {
        Path config =
                Files.writeString(scratch.resolve(connector.get("name").asText() + ".json"), connector.toString());
        for (String mode : List.of("--max-problems=5", "--full")) {
            VelellaRun run = VelellaRun.of("verify", "--config", config.toString(), mode);
            assertThat(run.status()).as("%s %s", mode, run).isZero();
        }
    }

    private static String name(StoreServer.Kind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + "-sink";
    }

    private static ObjectNode connector(StoreServer.Kind kind, String bootstrapServers, int tasks) throws IOException {
        StoreServer server = SharedServers.get(kind);
        boolean rdf4j = kind == StoreServer.Kind.RDF4J;
        ObjectNode connector = new Samples(Installation.home())
                .connector(
                        rdf4j ? "rdf4j-server-sink.json" : "sparql-sink.json",
                        Map.of(
                                "kafka.bootstrap.servers",
                                bootstrapServers,
                                "target.url",
                                server.queryUrl().toString(),
                                "target.update.url",
                                server.updateUrl().toString(),
                                "tasks.max",
                                Integer.toString(tasks),
                                "batch.max.records",
                                "20",
                                "target.retry.backoff.max.ms",
                                "1000"));
        connector.put("name", name(kind));
        return connector;
    }

    private static void awaitUp(ConnectRest rest) throws Exception {
        Await.until("the worker answers", PATIENCE, () -> {
            try {
                return rest.plugins().size() > 0;
            } catch (IOException e) {
                return false;
            }
        });
    }
}
