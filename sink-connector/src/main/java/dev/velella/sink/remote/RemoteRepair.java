package dev.velella.sink.remote;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreMoment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;

/**
 * Changes statements of a store behind HTTP although no record asks for the change. The repair is one {@link Change},
 * guarded by the rows of all partitions; it raises their epochs. So a task that has these partitions open must claim
 * them again, and then drops its cached chains.
 */
public final class RemoteRepair {
    private RemoteRepair() {}

    /**
     * Deletes and adds statements, all or none. The offsets do not change.
     *
     * @param moment state in which the store must be
     * @param removes statements to delete, as the store holds them, including its system graph
     * @param adds statements to add; none of them is among the removes
     * @throws PatchRefusedException if the store cannot hold a statement, or cannot delete it
     * @throws dev.velella.sink.error.StoreFailedException if the store is in another state, or refuses the change; the
     *     store is then unchanged
     * @throws StoreUnavailableException if the store cannot be reached, or the result is unknown
     */
    public static void apply(
            RemoteSettings settings, StoreMoment moment, List<Statement> removes, List<Statement> adds) {
        Map<PartitionId, Change.Swap> rows = new HashMap<>();
        moment.rows()
                .forEach((id, claim) ->
                        rows.put(id, new Change.Swap(claim, new Claim(claim.epoch() + 1, claim.nextOffset()))));
        try (GuardedStore store = GuardedStore.of(settings, moment.connector())) {
            store.identify(); // also finds out the kinds of terms that the store can hold
            Stream.concat(removes.stream(), adds.stream()).forEach(statement -> check(store, statement));
            if (!swap(store, Change.of(rows).with(removes, adds))) {
                throw StoreMoment.wentOn("a task of the connector has opened or advanced a partition");
            }
        }
    }

    private static boolean swap(GuardedStore store, Change change) {
        try {
            return store.swap(change);
        } catch (StoreUnavailableException e) {
            throw new StoreUnavailableException(
                    e.getMessage() + "; whether the repair was done is not known: verify again", e, e.retryAfter());
        }
    }

    private static void check(GuardedStore store, Statement statement) {
        try {
            store.checkStorable(statement);
        } catch (PatchRefusedException e) {
            throw new PatchRefusedException("the repair is refused at " + statement + ": " + e.getMessage());
        }
    }
}
