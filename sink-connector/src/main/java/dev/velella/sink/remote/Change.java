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
 * What happens as a whole, or not at all: everything if every row of a partition is as expected, else nothing.
 *
 * @param rows of partitions, at least one
 * @param chains where chains of streams stand, and where they stand afterwards
 * @param removes statements to be absent afterwards
 * @param adds statements to be present afterwards, none of them among the removes
 * @param namespaces prefixes to be bound where they are not, prefix without colon to IRI
 */
public record Change(
        Map<PartitionId, Swap> rows,
        Map<StreamId, Step> chains,
        List<Statement> removes,
        List<Statement> adds,
        Map<String, String> namespaces) {

    /**
     * One row.
     *
     * @param expected epoch and next offset that it must have; null if there must be no row
     * @param next its new content
     */
    public record Swap(@Nullable Claim expected, Claim next) {}

    /**
     * The row of one stream.
     *
     * @param from what it is; null if there is none. Nobody else can change it without changing the row of its partition
     * @param to what it becomes
     */
    public record Step(@Nullable StreamState from, StreamState to) {}

    /** New rows, and nothing else. */
    public static Change of(Map<PartitionId, Swap> rows) {
        return new Change(rows, Map.of(), List.of(), List.of(), Map.of());
    }

    /** The same rows with data. */
    public Change with(List<Statement> newRemoves, List<Statement> newAdds) {
        return new Change(rows, chains, newRemoves, newAdds, namespaces);
    }

    /**
     * A batch as a change.
     *
     * @param chain where a stream of the batch stands
     */
    public static Change of(Batch batch, Function<StreamId, Optional<StreamState>> chain) {
        Map<PartitionId, Swap> rows = new HashMap<>();
        batch.partitions()
                .forEach((id, advance) -> rows.put(
                        id, new Swap(advance.claim(), new Claim(advance.claim().epoch(), advance.offsets()))));
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

    /** Whether it takes a partition over, from its owner or from nobody, and does not go on as the owner. */
    public boolean takesOver() {
        return rows.values().stream()
                .anyMatch(swap -> swap.expected() == null
                        || swap.expected().epoch() != swap.next().epoch());
    }

    /** The rows as they are afterwards. */
    public Map<PartitionId, Claim> claims() {
        Map<PartitionId, Claim> claims = new HashMap<>();
        rows.forEach((id, swap) -> claims.put(id, swap.next()));
        return claims;
    }
}
