package dev.velella.sink.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction does to an embedded store: rows of the system graph together with the data. Every read comes
 * before the first write, because reading what a transaction wrote is slow in every RDF4J store. Stateless; the
 * connection is the caller's.
 */
final class BatchTransaction {
    private final SystemGraph system;

    /** @param system the rows of one connector */
    BatchTransaction(SystemGraph system) {
        this.system = system;
    }

    /**
     * What a transaction did.
     *
     * @param claims rows that it wrote
     * @param changes of the data
     * @param streams by how much the streams became more
     */
    record Outcome(Map<PartitionId, Claim> claims, Changes changes, long streams) {
        /** By how much the statements of the data became more; may be negative. */
        long statements() {
            return changes.added() - changes.removed();
        }
    }

    /** Raises the epochs of partitions. */
    Outcome claim(RepositoryConnection connection, Collection<PartitionId> partitions) {
        return inTransaction(connection, () -> {
            Map<PartitionId, Claim> claims = new HashMap<>();
            for (PartitionId id : partitions) {
                Claim before = system.readClaim(connection, id);
                claims.put(id, new Claim(before.epoch() + 1, before.offsets()));
            }
            claims.forEach((id, claim) -> system.writeClaim(connection, id, claim));
            return new Outcome(claims, new Changes(0, 0), 0);
        });
    }

    /**
     * Applies a batch.
     *
     * @throws StaleClaimException if a row is not the claimed one; then nothing is changed
     */
    Outcome apply(RepositoryConnection connection, Batch batch) {
        return inTransaction(connection, () -> {
            Map<PartitionId, Claim> claims = advance(connection, batch);
            long newStreams = batch.chains().keySet().stream()
                    .filter(stream -> system.readChain(connection, stream).isEmpty())
                    .count();
            List<Statement> removes = batch.effect().removes();
            removes.removeIf(statement -> !has(connection, statement));
            List<Statement> adds = batch.effect().adds();
            adds.removeIf(statement -> has(connection, statement));
            Map<String, String> namespaces = new HashMap<>(batch.effect().namespaces());
            namespaces.keySet().removeIf(prefix -> connection.getNamespace(prefix) != null);

            removes.forEach(statement -> remove(connection, statement));
            adds.forEach(statement -> add(connection, statement));
            namespaces.forEach(connection::setNamespace);
            batch.chains().forEach((stream, state) -> system.writeChain(connection, stream, state));
            claims.forEach((id, claim) -> system.writeClaim(connection, id, claim));
            return new Outcome(claims, new Changes(removes.size(), adds.size()), newStreams);
        });
    }

    private Map<PartitionId, Claim> advance(RepositoryConnection connection, Batch batch) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        batch.partitions().forEach((id, advance) -> {
            Claim found = system.readClaim(connection, id);
            if (!found.equals(advance.claim())) {
                throw new StaleClaimException("another writer opened or advanced partition " + id
                        + " in the store: expected " + advance.claim() + ", found " + found);
            }
            claims.put(id, new Claim(found.epoch(), advance.offsets()));
        });
        return claims;
    }

    private static <T> T inTransaction(RepositoryConnection connection, Supplier<T> work) {
        connection.begin(IsolationLevels.SNAPSHOT_READ);
        try {
            T result = work.get();
            connection.commit();
            return result;
        } finally {
            if (connection.isActive()) {
                connection.rollback();
            }
        }
    }

    private static boolean has(RepositoryConnection connection, Statement statement) {
        return connection.hasStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), false, graph(statement));
    }

    private static void remove(RepositoryConnection connection, Statement statement) {
        connection.remove(statement.getSubject(), statement.getPredicate(), statement.getObject(), graph(statement));
    }

    private static void add(RepositoryConnection connection, Statement statement) {
        connection.add(statement.getSubject(), statement.getPredicate(), statement.getObject(), graph(statement));
    }

    /** Exactly the statement's graph: an array of one null is the default graph, an empty one would be all graphs. */
    private static @Nullable Resource[] graph(Statement statement) {
        return new @Nullable Resource[] {statement.getContext()};
    }
}
