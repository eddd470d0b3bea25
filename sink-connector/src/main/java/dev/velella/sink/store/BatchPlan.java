package dev.velella.sink.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction of an embedded store is to write, worked out by reading alone: only real changes, and only where the
 * store's rows are the claimed ones. Since a store has one writer, what was read is still so when it is written.
 *
 * @param change data and rows
 * @param claims the rows of partitions among them
 * @param streams by how much the streams become more
 */
record BatchPlan(StoreChange change, Map<PartitionId, Claim> claims, long streams) {

    /** Raises the epochs of partitions. */
    static BatchPlan claim(SystemGraph system, RepositoryConnection connection, Collection<PartitionId> partitions) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        List<StoreChange.Row> rows = new ArrayList<>();
        for (PartitionId id : partitions) {
            Claim before = system.readClaim(connection, id);
            Claim after = new Claim(before.epoch() + 1, before.offsets());
            rows.addAll(system.rows(id, after));
            claims.put(id, after);
        }
        return new BatchPlan(StoreChange.ofRows(rows), claims, 0);
    }

    /**
     * Applies a batch.
     *
     * @throws StaleClaimException if a row is not the claimed one
     */
    static BatchPlan apply(SystemGraph system, RepositoryConnection connection, Batch batch) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        List<StoreChange.Row> rows = new ArrayList<>();
        batch.partitions().forEach((id, advance) -> {
            Claim found = system.readClaim(connection, id);
            if (!found.equals(advance.claim())) {
                throw new StaleClaimException("another writer opened or advanced partition " + id
                        + " in the store: expected " + advance.claim() + ", found " + found);
            }
            Claim after = new Claim(found.epoch(), advance.offsets());
            rows.addAll(system.rows(id, after));
            claims.put(id, after);
        });
        long newStreams = batch.chains().keySet().stream()
                .filter(stream -> system.readChain(connection, stream).isEmpty())
                .count();
        batch.chains().forEach((stream, state) -> rows.add(system.row(stream, state)));

        List<Statement> removes = batch.effect().removes();
        removes.removeIf(statement -> !has(connection, statement));
        List<Statement> adds = batch.effect().adds();
        adds.removeIf(statement -> has(connection, statement));
        Map<String, String> namespaces = new HashMap<>(batch.effect().namespaces());
        namespaces.keySet().removeIf(prefix -> connection.getNamespace(prefix) != null);
        return new BatchPlan(new StoreChange(removes, adds, rows, namespaces), claims, newStreams);
    }

    private static boolean has(RepositoryConnection connection, Statement statement) {
        // An array of one null is the default graph, an empty one would be all graphs.
        @Nullable Resource[] graph = {statement.getContext()};
        return connection.hasStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), false, graph);
    }
}
