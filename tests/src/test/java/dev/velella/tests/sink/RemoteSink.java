package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.ServiceStore;
import dev.velella.tests.remote.StoreServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** A store on a server, which can be compared at any time: rows and data come by one query, and so of one moment. */
public final class RemoteSink implements AuditedSink {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final StoreServer server;
    private final String topic;
    private final String name;
    private final Map<String, String> more;

    /**
     * The sink of a server.
     *
     * @param server is not closed by this
     * @param topic that it reads
     * @param more options of the connector
     */
    public RemoteSink(StoreServer server, String topic, Map<String, String> more) {
        this(server, topic, server + "-" + topic + "-sink", more);
    }

    /** As the other, with a name of its own. */
    public RemoteSink(StoreServer server, String topic, String name, Map<String, String> more) {
        this.server = server;
        this.name = name;
        this.topic = topic;
        this.more = more;
    }

    /** Its server. */
    public StoreServer server() {
        return server;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ObjectNode connector(String bootstrapServers) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "topics",
                topic,
                "target.url",
                server.queryUrl().toString(),
                "target.update.url",
                server.updateUrl().toString(),
                "target.retry.backoff.max.ms",
                "1000"));
        settings.putAll(more);
        return AuditedSink.sample(
                server.traits().isRdf4j() ? "rdf4j-server-sink.json" : "sparql-sink.json",
                name(),
                bootstrapServers,
                settings);
    }

    @Override
    public long applied() throws InterruptedException {
        return server.applied(name());
    }

    /** What the server has said it has is durable. */
    @Override
    public long durable() throws InterruptedException {
        return applied();
    }

    /** With look-ups only while no task runs; then at most one request of a task that was killed comes in between. */
    @Override
    public long audit(PatchStream stream, boolean quiet) throws Exception {
        Map<PartitionId, Long> offsets = scan(stream);
        while (quiet) {
            lookUp(stream, offsets);
            Map<PartitionId, Long> before = offsets;
            offsets = scan(stream);
            quiet = !before.equals(offsets);
        }
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<PartitionId, Long> scan(PatchStream stream) throws Exception {
        Set<Statement> found = new HashSet<>();
        SystemRows rows = new SystemRows(name());
        try (ServiceStore store = new ServiceStore(server.queryUrl(), PATIENCE, "")) {
            store.read(statement -> {
                if (SystemRows.isRow(statement)) {
                    rows.add(statement);
                } else if (statement.getContext() != null
                        && statement.getContext().stringValue().startsWith(stream.graphs())) {
                    found.add(asStored(statement));
                }
            });
        }
        Map<PartitionId, Long> offsets = rows.nextOffsets();
        Map<String, PatchStream.Change> streams = stream.at(offsets);
        String what = server + " at " + offsets;
        Set<Statement> expected =
                PatchStream.statements(streams).stream().map(this::asStored).collect(Collectors.toSet());
        assertThat(found).as("scan of %s", what).isEqualTo(expected);
        streams.forEach((key, last) -> assertThat(rows.chain(new StreamId(topic, key)))
                .as("chain of %s in %s", key, what)
                .contains(StreamState.at(last.position())));
        assertThat(rows.chains()).as("chains in %s", what).hasSameSizeAs(streams.keySet());
        return offsets;
    }

    /** Asks for every statement by terms that are given. */
    private void lookUp(PatchStream stream, Map<PartitionId, Long> offsets) throws Exception {
        for (PatchStream.Change last : stream.at(offsets).values()) {
            String pattern = last.after().stream()
                    .map(statement -> "GRAPH " + text(statement.getContext()) + " { " + text(statement.getSubject())
                            + " " + text(statement.getPredicate()) + " " + text(statement.getObject()) + " }")
                    .collect(Collectors.joining(" "));
            assertThat(server.ask("ASK { " + pattern + " }"))
                    .as("look-ups of %s in %s at %s", last.key(), server, offsets)
                    .isTrue();
        }
    }

    private static String text(Value term) {
        return NTriplesUtil.toNTriplesString(term);
    }

    /** Some stores keep the values of numbers and times, and not how they are written. */
    private Statement asStored(Statement statement) {
        Value object = statement.getObject();
        if (object instanceof Literal literal
                && literal.getCoreDatatype() instanceof CoreDatatype.XSD type
                && (type.isNumericDatatype() || type.isCalendarDatatype())) {
            object = VALUES.createLiteral(XMLDatatypeUtil.normalize(literal.getLabel(), type), type);
        }
        return VALUES.createStatement(statement.getSubject(), statement.getPredicate(), object, statement.getContext());
    }
}
