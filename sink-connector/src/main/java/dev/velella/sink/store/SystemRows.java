package dev.velella.sink.store;

import dev.velella.record.PatchPosition;
import dev.velella.sink.error.StoreFailedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of one connector in the system graph of a store. The statements may come in any order and from any
 * reader. Damaged rows are kept, not refused, because a comparison of the store must be able to report them. Not
 * thread-safe.
 */
public final class SystemRows {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final String connector;
    private final SystemGraph system;
    private final Map<PartitionId, Map<IRI, Long>> partitions = new TreeMap<>(PartitionId.ORDER);
    private final Map<StreamId, List<Statement>> chains = new HashMap<>();
    private final Set<String> connectors = new TreeSet<>();
    private String storeId = "";

    /** @param connector name of the connector whose rows are collected */
    public SystemRows(String connector) {
        this.connector = connector;
        system = new SystemGraph(connector);
    }

    /** Whether a statement is in the system graph, and so belongs to {@link #add}. */
    public static boolean isRow(Statement statement) {
        return SystemGraph.GRAPH.equals(statement.getContext());
    }

    /**
     * Takes in a statement of the system graph.
     *
     * @throws StoreFailedException if a partition has two values of one kind, or a value that is no number
     */
    public void add(Statement row) {
        if (row.getPredicate().equals(SystemGraph.STORE_ID)) {
            storeId = row.getObject().stringValue();
            return;
        }
        if (row.getPredicate().equals(SystemGraph.COMMIT) || row.getPredicate().equals(SystemGraph.WRITER)) {
            return; // this value only names the writer of the row
        }
        SystemGraph.connectorOf(row.getSubject()).ifPresent(connectors::add);
        system.partitionOf(row.getSubject()).ifPresent(id -> addNumber(id, row));
        if (row.getPredicate().equals(SystemGraph.PATCH_POSITION)) {
            system.streamOf(row.getSubject()).ifPresent(id -> chains.computeIfAbsent(id, unknown -> new ArrayList<>(1))
                    .add(row));
        }
    }

    private void addNumber(PartitionId id, Statement row) {
        try {
            Long before = partitions
                    .computeIfAbsent(id, unknown -> new HashMap<>())
                    .put(row.getPredicate(), ((Literal) row.getObject()).longValue());
            if (before == null) {
                return;
            }
        } catch (ClassCastException | NumberFormatException e) {
            throw damaged(id, row.getPredicate() + " is no number: " + row.getObject(), e);
        }
        throw damaged(id, "two values of " + row.getPredicate(), null);
    }

    private static StoreFailedException damaged(PartitionId id, String what, @Nullable Exception cause) {
        return new StoreFailedException("the system graph is damaged: partition " + id + ": " + what, cause);
    }

    /** Identity of the store; empty text if it has none. */
    public String storeId() {
        return storeId;
    }

    /** Offset of the first record that is not applied, of every partition with a row, by topic and number. */
    public Map<PartitionId, Long> nextOffsets() {
        Map<PartitionId, Long> offsets = new TreeMap<>(PartitionId.ORDER);
        partitions.forEach((id, row) -> {
            Long next = row.get(SystemGraph.NEXT_OFFSET);
            if (next == null) {
                throw damaged(id, "no " + SystemGraph.NEXT_OFFSET, null);
            }
            offsets.put(id, next);
        });
        return offsets;
    }

    /**
     * The moment of the store.
     *
     * @throws StoreFailedException if the row of a partition has no next offset, or a next offset that does not fit
     */
    public StoreMoment moment() {
        Map<PartitionId, Claim> claims = new HashMap<>();
        nextOffsets().forEach((id, next) -> {
            Map<IRI, Long> row = partitions.getOrDefault(id, Map.of());
            try {
                claims.put(id, new Claim(row.getOrDefault(SystemGraph.EPOCH, 0L), next));
            } catch (IllegalArgumentException e) {
                throw damaged(id, String.valueOf(e.getMessage()), e);
            }
        });
        return new StoreMoment(storeId, connector, claims);
    }

    /** The rows of streams: one row for each stream, unless the system graph is damaged. */
    public Map<StreamId, List<Statement>> chains() {
        return Collections.unmodifiableMap(chains);
    }

    /** The position of a stream's chain; empty if the stream has no row, several rows, or an unreadable row. */
    public Optional<StreamState> chain(StreamId stream) {
        List<Statement> rows = chains.getOrDefault(stream, List.of());
        if (rows.size() != 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(StreamState.parse(rows.get(0).getObject().stringValue()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The row of a stream that has reached a position patch by patch. */
    public Statement row(StreamId stream, PatchPosition position) {
        return VALUES.createStatement(
                system.stream(stream),
                SystemGraph.PATCH_POSITION,
                VALUES.createLiteral(StreamState.at(position).format()),
                SystemGraph.GRAPH);
    }

    /** Names of all connectors that have rows, in order. */
    public Set<String> connectors() {
        return Collections.unmodifiableSet(connectors);
    }
}
