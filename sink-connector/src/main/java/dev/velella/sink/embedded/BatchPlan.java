package dev.velella.sink.embedded;

import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreChange;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.jspecify.annotations.Nullable;

/**
 * The planned content of one transaction of an embedded store. The plan is made by reading only. It contains real
 * changes only, and it is made only if the rows of the partitions are equal to the claims. Because the store has one
 * writer, the plan is still right when it is written.
 *
 * @param change changes of data and rows
 * @param claims claims of the partitions after the transaction
 * @param streams number of new streams
 */
record BatchPlan(StoreChange change, Map<PartitionId, Claim> claims, long streams) {

    /** Returns this plan as a commit of the store's history; the same plan if the commit is null. */
    BatchPlan as(@Nullable CommitRecord commit) {
        return commit == null ? this : new BatchPlan(change.as(commit), claims, streams);
    }

    /** Plans a claim, which raises the epochs of partitions. */
    static BatchPlan claim(SystemGraph system, RepositoryConnection connection, Collection<PartitionId> partitions) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        List<StoreChange.Row> rows = new ArrayList<>();
        for (PartitionId id : partitions) {
            Claim before = system.readClaim(connection, id);
            Claim after = new Claim(before.epoch() + 1, before.nextOffset());
            rows.addAll(system.rows(id, after));
            claims.put(id, after);
        }
        return new BatchPlan(StoreChange.ofRows(rows), claims, 0);
    }

    /**
     * Plans the application of a batch.
     *
     * @param stored statements of the store
     * @param chains gives the position of a stream in the store
     * @throws StaleClaimException if the row of a partition is not equal to its claim
     */
    static BatchPlan apply(
            SystemGraph system,
            RepositoryConnection connection,
            StoredStatements stored,
            Function<StreamId, Optional<StreamState>> chains,
            Batch batch) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        List<StoreChange.Row> rows = new ArrayList<>();
        batch.partitions().forEach((id, advance) -> {
            Claim found = system.readClaim(connection, id);
            if (!found.equals(advance.claim())) {
                throw new StaleClaimException("another writer opened or advanced partition " + id
                        + " in the store: expected " + advance.claim() + ", found " + found);
            }
            Claim after = new Claim(found.epoch(), advance.nextOffset());
            rows.addAll(system.rows(id, after));
            claims.put(id, after);
        });
        long newStreams = batch.chains().keySet().stream()
                .filter(stream -> chains.apply(stream).isEmpty())
                .count();
        batch.chains().forEach((stream, state) -> rows.add(system.row(stream, state)));

        List<Statement> removes = new ArrayList<>();
        for (Statement wanted : batch.effect().removes()) {
            Statement found = stored.find(wanted);
            if (found != null) {
                removes.add(found);
            }
        }
        List<Statement> adds = new ArrayList<>();
        for (Statement wanted : batch.effect().adds()) {
            if (stored.find(wanted) == null) {
                adds.add(stored.inOwnTerms(wanted));
            }
        }
        Map<String, String> namespaces = new HashMap<>(batch.effect().namespaces());
        namespaces.keySet().removeIf(prefix -> connection.getNamespace(prefix) != null);
        return new BatchPlan(new StoreChange(removes, adds, rows, namespaces, null), claims, newStreams);
    }
}
