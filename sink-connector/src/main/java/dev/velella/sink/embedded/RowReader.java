package dev.velella.sink.embedded;

import dev.velella.rdf.GraphHash;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.SystemRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;

/** Reads the rows of one connector in the system graph of an embedded store. Stateless. */
final class RowReader {
    private final SystemGraph system;

    RowReader(SystemGraph system) {
        this.system = system;
    }

    /** Counts the figures of the store. */
    Progress progress(RepositoryConnection connection, String storeId) {
        Map<PartitionId, Long> offsets = new HashMap<>();
        try (RepositoryResult<Statement> rows = rows(connection, SystemGraph.NEXT_OFFSET)) {
            for (Statement row : rows) {
                system.partitionOf(row.getSubject())
                        .ifPresent(id ->
                                offsets.put(id, system.readClaim(connection, id).nextOffset()));
            }
        }
        long streams = 0;
        try (RepositoryResult<Statement> rows = rows(connection, SystemGraph.PATCH_POSITION)) {
            for (Statement row : rows) {
                streams += system.isStream(row.getSubject()) ? 1 : 0;
            }
        }
        long statements = SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.STATEMENTS)
                .orElseGet(() -> countStatements(connection));
        return new Progress(storeId, offsets, statements, streams);
    }

    /** Counts the statements outside the system graph, one by one. */
    long countStatements(RepositoryConnection connection) {
        return connection.size() - connection.size(SystemGraph.GRAPH);
    }

    /** The partitions of all connectors. */
    Set<SystemGraph.Owned> owned(RepositoryConnection connection) {
        Set<SystemGraph.Owned> owned = new HashSet<>();
        try (RepositoryResult<Statement> rows = rows(connection, SystemGraph.NEXT_OFFSET)) {
            rows.forEach(row -> SystemGraph.ownedPartition(row.getSubject()).ifPresent(owned::add));
        }
        return owned;
    }

    /** The rows of another connector for some topics, and what they would be as rows of this one. */
    Map<Statement, Statement> inPlaceOf(RepositoryConnection connection, String connector, Set<String> topics) {
        SystemGraph other = new SystemGraph(connector);
        Map<Statement, Statement> found = new LinkedHashMap<>();
        try (RepositoryResult<Statement> rows = connection.getStatements(null, null, null, false, SystemGraph.GRAPH)) {
            for (Statement row : rows) {
                for (String topic : topics) {
                    other.inPlaceOf(row.getSubject(), topic, system)
                            .filter(here -> !row.getPredicate().equals(SystemGraph.TOPIC_ID)
                                    || SystemGraph.read(connection, here, SystemGraph.TOPIC_ID)
                                            .isEmpty())
                            .ifPresent(here -> found.put(
                                    row, new StoreChange.Row(here, row.getPredicate(), row.getObject()).statement()));
                }
            }
        }
        return found;
    }

    /** Whether there is a graph that only streams may have. */
    boolean holdsStreams(RepositoryConnection connection) {
        try (RepositoryResult<Resource> graphs = connection.getContextIDs()) {
            return graphs.stream().anyMatch(ReservedGraphs::isOwned);
        }
    }

    /** The ids of the topics, by topic. */
    Map<String, String> topicIds(RepositoryConnection connection) {
        Map<String, String> ids = new HashMap<>();
        try (RepositoryResult<Statement> rows = rows(connection, SystemGraph.TOPIC_ID)) {
            rows.forEach(row -> system.topicOf(row.getSubject())
                    .ifPresent(topic -> ids.put(topic, row.getObject().stringValue())));
        }
        return ids;
    }

    /** The positions of all streams. */
    Map<StreamId, StreamState> chains(RepositoryConnection connection) {
        Map<StreamId, StreamState> found = new HashMap<>();
        try (RepositoryResult<Statement> rows = rows(connection, SystemGraph.PATCH_POSITION)) {
            rows.forEach(row -> system.streamOf(row.getSubject())
                    .ifPresent(stream ->
                            found.put(stream, StreamState.parse(row.getObject().stringValue()))));
        }
        return found;
    }

    /** Sum of the hashes of all statements that are not rows of the system graph. */
    long hash(RepositoryConnection connection) {
        try (RepositoryResult<Statement> all = connection.getStatements(null, null, null, false)) {
            long found = 0;
            for (Statement statement : all) {
                found += SystemRows.isRow(statement) ? 0 : GraphHash.of(statement);
            }
            return found;
        }
    }

    private static RepositoryResult<Statement> rows(RepositoryConnection connection, IRI predicate) {
        return connection.getStatements(null, predicate, null, false, SystemGraph.GRAPH);
    }
}
