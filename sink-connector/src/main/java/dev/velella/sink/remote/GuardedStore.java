package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/**
 * A store behind HTTP that does a {@link Change} as a whole, and only if nobody has changed its rows. Every method may
 * throw {@link dev.velella.sink.error.StoreUnavailableException} or {@link dev.velella.sink.error.StoreFailedException}.
 */
public interface GuardedStore extends AutoCloseable {

    /**
     * The store that settings name. Does not contact it yet.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    static GuardedStore of(RemoteSettings settings, String connector) {
        return settings.protocol().open(settings, connector, new RemoteHttp(settings));
    }

    /** What the store can hold. */
    Capabilities capabilities();

    /**
     * Checks that the store can add and delete a statement exactly.
     *
     * @throws dev.velella.sink.error.PatchRefusedException if it cannot
     */
    void checkStorable(Statement statement);

    /** The identity of the store; one that has none gets one, and the vocabulary of the system graph its version. */
    String identify();

    /** The rows of these partitions that there are. */
    Map<PartitionId, Claim> rows(Collection<PartitionId> partitions);

    /** Where these streams stand; those without a chain are left out. */
    Map<StreamId, StreamState> chains(Collection<StreamId> streams);

    /** Ids that topics had when the store was first written from them. */
    Map<String, String> topicIds();

    /** Keeps ids of topics; a topic that has one keeps that. */
    void keepTopicIds(Map<String, String> ids);

    /** The statements of one graph. */
    List<Statement> statements(IRI graph);

    /**
     * Does a change. After an exception, whether it was or will be done is unknown: its rows have to be swapped anew before
     * they are read.
     *
     * @return false if a row was not as expected: nothing was changed
     */
    default boolean swap(Change change) {
        return prepare(change).getAsBoolean();
    }

    /**
     * Gets a change ready, without contacting the store. What is returned does it, as {@link #swap}, once, on any thread, while
     * the store is used for other things.
     */
    BooleanSupplier prepare(Change change);

    /** Deletes the row of a partition. */
    void forget(PartitionId partition);

    /**
     * Why a change is not all or nothing here; empty if it seems to be. Tries it out on the row of a partition, which there
     * must be, and leaves the row as it was.
     */
    Optional<String> notAtomic(PartitionId partition);

    @Override
    void close();
}
