package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.Ports;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/** A store in the worker; it can be compared while no worker runs. */
public final class EmbeddedSink implements AuditedSink {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final String kind;
    private final Path directory;
    private final int port;
    private final StoreClient store;

    /** @param kind memory or lmdb */
    public EmbeddedSink(String kind, Path scratch) throws IOException {
        port = Ports.free();
        store = new StoreClient("http://localhost:" + port);
        this.kind = kind;
        this.directory = scratch.resolve(kind + "-store");
    }

    @Override
    public String name() {
        return kind + "-sink";
    }

    /** Address of the store's endpoint. */
    URI endpoint() {
        return URI.create("http://localhost:" + port);
    }

    @Override
    public ObjectNode connector(String bootstrapServers) throws IOException {
        Map<String, String> options = new HashMap<>(Map.of(
                "target.dir",
                directory.toString(),
                "batch.max.records",
                "5",
                "sparql.endpoint.port",
                Integer.toString(port)));
        if (kind.equals("memory")) {
            options.put("checkpoint.interval.ms", "300");
        }
        return AuditedSink.sample(kind + "-sink.json", name(), bootstrapServers, options);
    }

    @Override
    public long applied() throws InterruptedException {
        return figure("applied");
    }

    @Override
    public long durable() throws InterruptedException {
        return figure("durable");
    }

    private long figure(String name) throws InterruptedException {
        try {
            Optional<JsonNode> status = store.status();
            if (status.isEmpty()) {
                return -1;
            }
            long sum = 0;
            for (JsonNode partition : status.get().path("partitions")) {
                sum += partition.path(name).asLong();
            }
            return sum;
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public long audit(PatchStream stream, boolean quiet) {
        try (EmbeddedTarget target = kind.equals("lmdb")
                ? LmdbTarget.open(directory, name(), Duration.ofSeconds(240), LmdbSettings.DEFAULT)
                : MemoryTarget.open(directory, name(), Duration.ofSeconds(240))) {
            Map<PartitionId, Long> offsets = new HashMap<>();
            offsets.putAll(target.durableOffsets());
            assertHolds(target, stream.at(offsets), kind + " at " + offsets);
            return offsets.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** All statements but those of the sink's own graphs, while no worker runs. */
    public Set<Statement> statements() {
        try (EmbeddedTarget target = kind.equals("lmdb")
                        ? LmdbTarget.open(directory, name(), Duration.ofSeconds(240), LmdbSettings.DEFAULT)
                        : MemoryTarget.open(directory, name(), Duration.ofSeconds(240));
                RepositoryConnection connection = target.connect()) {
            return statements(connection);
        }
    }

    private static Set<Statement> statements(RepositoryConnection connection) {
        Set<Statement> found = new HashSet<>();
        connection.getStatements(null, null, null, false).forEach(statement -> {
            if (!ReservedGraphs.isReserved(statement.getContext())) {
                found.add(VALUES.createStatement(
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        statement.getContext()));
            }
        });
        return found;
    }

    /** As {@link #audit}, and by the count that the store keeps. */
    static void assertHolds(EmbeddedTarget target, Map<String, PatchStream.Change> streams, String what) {
        Set<Statement> expected = PatchStream.statements(streams);
        try (RepositoryConnection connection = target.connect()) {
            assertThat(statements(connection)).as("scan of %s", what).isEqualTo(expected);
            assertThat(expected)
                    .as("look-ups in %s", what)
                    .allMatch(statement -> connection.hasStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            false,
                            new Resource[] {statement.getContext()}));
        }
        streams.forEach((key, last) -> assertThat(target.chain(new StreamId("patches", key)))
                .as("chain of %s in %s", key, what)
                .contains(StreamState.at(last.position())));
        assertThat(target.status().statements()).isEqualTo(expected.size());
    }
}
