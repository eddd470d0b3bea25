package dev.velella.sink.remote;

import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A change of a store that is applied as a whole or not at all. It is applied if every row of a partition is as
 * expected.
 *
 * @param rows rows of partitions, at least one
 * @param chains positions of the chains of streams before and after the change
 * @param removes statements that must be absent afterwards
 * @param adds statements that must be present afterwards; none of them is among the removes
 * @param namespaces prefixes to bind if they are not bound yet: prefix without colon to IRI
 */
public record Change(
        Map<PartitionId, Swap> rows,
        Map<StreamId, Step> chains,
        List<Statement> removes,
        List<Statement> adds,
        Map<String, String> namespaces) {

    /**
     * The change of one partition's row.
     *
     * @param expected content that the row must have; null if there must be no row
     * @param next new content of the row
     */
    public record Swap(@Nullable Claim expected, Claim next) {}

    /**
     * The change of one stream's row.
     *
     * @param from present state; null if there is none. Nobody else can change it without changing the row of its
     *     partition
     * @param to new state
     */
    public record Step(@Nullable StreamState from, StreamState to) {}

    /** Makes a change of rows only. */
    public static Change of(Map<PartitionId, Swap> rows) {
        return new Change(rows, Map.of(), List.of(), List.of(), Map.of());
    }

    /** Makes a change of the same rows, with data. */
    public Change with(List<Statement> newRemoves, List<Statement> newAdds) {
        return new Change(rows, chains, newRemoves, newAdds, namespaces);
    }

    /**
     * Converts a batch to a change.
     *
     * @param chain gives the present state of a stream of the batch
     */
    public static Change of(Batch batch, Function<StreamId, Optional<StreamState>> chain) {
        Map<PartitionId, Swap> rows = new HashMap<>();
        batch.partitions()
                .forEach((id, advance) -> rows.put(
                        id, new Swap(advance.claim(), new Claim(advance.claim().epoch(), advance.nextOffset()))));
        Map<StreamId, Step> chains = new HashMap<>();
        batch.chains()
                .forEach((stream, state) ->
                        chains.put(stream, new Step(chain.apply(stream).orElse(null), state)));
        return new Change(
                rows,
                chains,
                batch.effect().removes(),
                batch.effect().adds(),
                batch.effect().namespaces());
    }

    /**
     * Whether the change claims a partition, that is, takes it over from another owner or takes a new one. If not, the
     * writer continues as the owner.
     */
    public boolean takesOver() {
        return rows.values().stream()
                .anyMatch(swap -> swap.expected() == null
                        || swap.expected().epoch() != swap.next().epoch());
    }

    /** The rows after the change. */
    public Map<PartitionId, Claim> claims() {
        Map<PartitionId, Claim> claims = new HashMap<>();
        rows.forEach((id, swap) -> claims.put(id, swap.next()));
        return claims;
    }
}
