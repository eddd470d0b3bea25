package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.view.ServiceStore;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task that is far behind, before a store that takes a few MB a second: what waits in memory is what {@code batch.max.bytes}
 * allows, while the number of records and the time that they may wait would allow more than the worker has memory.
 */
@Tag("long")
class SlowStoreIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String GRAPH = "http://example.org/slow";

    /** Different statements of the topic come to more objects than the heap of {@value #HEAP_MB} MB holds. */
    private static final int PATCHES = 1_200;

    private static final int HEAP_MB = 192;
    private static final int STATEMENTS = 700;
    private static final int STREAMS = 5;

    @Test
    void whatWaitsForASlowStoreIsBounded(@TempDir Path scratch) throws Exception {
        StoreServer server = SharedServers.get(ServerProcess.Kind.RDF4J);
        try (FaultyProxy proxy = new FaultyProxy(server.queryUrl());
                EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, "slow", 1);
            Set<Statement> expected = write(broker.bootstrapServers());
            proxy.narrow(4 << 20);
            try (WorkerProcess worker = new WorkerProcess(
                    scratch, broker.bootstrapServers(), List.of("-XX:+ExitOnOutOfMemoryError"), HEAP_MB)) {
                ConnectRest rest = worker.rest();
                worker.awaitUp();
                rest.create(connector(server, proxy));
                Await.until("all is applied", PATIENCE, () -> {
                    assertThat(worker.isAlive())
                            .as("the worker has memory enough")
                            .isTrue();
                    assertThat(rest.failure("slow-sink")).isEmpty();
                    return server.applied("slow-sink") == PATCHES;
                });
            }
            assertThat(found(server)).isEqualTo(expected);
        }
    }

    private static ObjectNode connector(StoreServer server, FaultyProxy proxy) throws IOException {
        ObjectNode connector = new Samples(Installation.home())
                .connector(
                        "rdf4j-server-sink.json",
                        Map.of(
                                "topics", "slow",
                                "snapshot.topics", "",
                                "target.url", proxy.url(server.queryUrl()).toString(),
                                "target.update.url",
                                        proxy.url(server.updateUrl()).toString(),
                                "batch.max.bytes", Integer.toString(4 << 20),
                                "batch.max.records", "1000000",
                                "batch.max.operations", "100000000",
                                "batch.max.ms", "120000",
                                "consumer.override.max.poll.records", "1"));
        ((ObjectNode) connector.get("config")).remove("kafka.bootstrap.servers");
        connector.put("name", "slow-sink");
        return connector;
    }

    /** Every patch replaces all statements of a stream, in a graph of which nothing is proved; returns what is there at last. */
    private static Set<Statement> write(String bootstrapServers) throws IOException {
        JellyPatchEncoder encoder = new JellyPatchEncoder(
                JellyPatchOptions.frame(TableSizes.BIG, false), StatementOrder.GIVEN, Limits.DEFAULT);
        List<List<Statement>> states = new ArrayList<>();
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 20),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < PATCHES; i++) {
                int stream = i % STREAMS;
                List<Statement> before = i < STREAMS ? List.of() : states.get(stream);
                List<Statement> after = statements(stream, i);
                if (i < STREAMS) {
                    states.add(after);
                } else {
                    states.set(stream, after);
                }
                ProducerRecord<String, byte[]> record =
                        new ProducerRecord<>("slow", "slow" + stream, encoder.encode(RdfPatch.change(before, after)));
                record.headers()
                        .add("content-type", "application/x-jelly-rdf-patch".getBytes(StandardCharsets.US_ASCII));
                producer.send(record);
            }
        }
        Set<Statement> last = new HashSet<>();
        states.forEach(last::addAll);
        return last;
    }

    private static List<Statement> statements(int stream, int number) {
        IRI graph = VALUES.createIRI(GRAPH);
        IRI subject = VALUES.createIRI(GRAPH + "/device" + stream);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < STATEMENTS; i++) {
            statements.add(VALUES.createStatement(
                    subject,
                    VALUES.createIRI(GRAPH + "/property" + i),
                    VALUES.createLiteral(number * 1_000 + i),
                    graph));
        }
        return statements;
    }

    private static Set<Statement> found(StoreServer server) throws Exception {
        Set<Statement> found = new HashSet<>();
        try (ServiceStore store = new ServiceStore(server.queryUrl(), Duration.ofSeconds(60), "")) {
            store.read(statement -> {
                if (statement.getContext() != null
                        && statement.getContext().stringValue().equals(GRAPH)) {
                    found.add(statement);
                }
            });
        }
        return found;
    }
}
