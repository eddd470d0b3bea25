package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;

/**
 * A store behind HTTP that applies a {@link Change} as a whole, and only if nobody has changed its rows meanwhile.
 * Every method may throw {@link dev.velella.sink.error.StoreUnavailableException} or
 * {@link dev.velella.sink.error.StoreFailedException}.
 */
public interface GuardedStore extends AutoCloseable {

    /**
     * Makes the store for some settings. Does not contact it yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    static GuardedStore of(RemoteSettings settings, String connector) {
        return settings.protocol().open(settings, connector, new RemoteHttp(settings));
    }

    /** The kinds of terms that the store can hold. */
    Capabilities capabilities();

    /**
     * Checks that the store can add and delete a statement exactly.
     *
     * @throws dev.velella.sink.error.PatchRefusedException if the store cannot
     */
    void checkStorable(Statement statement);

    /**
     * The identity of the store. A store without an identity gets one, together with the version of the system graph's
     * vocabulary.
     */
    String identify();

    /** The existing rows of some partitions. */
    Map<PartitionId, Claim> rows(Collection<PartitionId> partitions);

    /** Solutions of a query about rows of the system graph. */
    List<BindingSet> select(String purpose, String query);

    /** Hands over the names of all graphs that hold statements, and perhaps of others. */
    void graphs(Consumer<Value> reader);

    /**
     * Moves rows of another connector to this one, in one transaction.
     *
     * @param from rows of the other connector
     * @param partitions partitions whose rows are concerned
     * @param moved topics whose rows are moved
     * @param dropped topics whose rows are deleted
     */
    void takeOver(SystemGraph from, Collection<PartitionId> partitions, Set<String> moved, Set<String> dropped);

    /** The positions of some streams. Streams without a chain are left out. */
    Map<StreamId, StreamState> chains(Collection<StreamId> streams);

    /** The ids of topics at the time when the store was first written from them. */
    Map<String, String> topicIds();

    /** Stores the ids of topics. A topic that already has an id keeps it. */
    void keepTopicIds(Map<String, String> ids);

    /**
     * Hands over every statement of the store with its graph, all of one moment.
     *
     * @return false, if the store has no request for that; nothing is handed over then
     */
    default boolean all(Consumer<Statement> reader) {
        return false;
    }

    /** The statements of one graph. */
    List<Statement> statements(IRI graph);

    /**
     * Applies a change. After an exception it is unknown whether the change was or will be applied. Its rows must then
     * be swapped again before they are read.
     *
     * @return false if a row was not as expected; nothing was changed then
     */
    default boolean swap(Change change) {
        return prepare(change).getAsBoolean();
    }

    /**
     * Prepares a change, without contacting the store. The returned function applies it like {@link #swap}. It may be
     * called once, on any thread, and the store may be used for other things meanwhile.
     */
    BooleanSupplier prepare(Change change);

    /** Deletes the row of a partition. */
    void forget(PartitionId partition);

    /**
     * Says why this store does not apply a change as a whole; empty if it seems to do so. Tests this on the row of a
     * partition. The row must exist, and is unchanged afterwards.
     */
    Optional<String> notAtomic(PartitionId partition);

    @Override
    void close();
}
