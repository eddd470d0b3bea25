package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreWaits;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;

/** A wrapper of a store that notes for which step the task waits. */
final class WatchedStore implements GuardedStore {
    private final GuardedStore store;
    private final StoreWaits waits;

    WatchedStore(GuardedStore store, StoreWaits waits) {
        this.store = store;
        this.waits = waits;
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public void checkStorable(Statement statement) {
        store.checkStorable(statement);
    }

    @Override
    public String identify() {
        return waits.during("read its identity", store::identify);
    }

    @Override
    public Map<PartitionId, Claim> rows(Collection<PartitionId> partitions) {
        return waits.during("read how far " + names(partitions) + " are applied", () -> store.rows(partitions));
    }

    @Override
    public List<BindingSet> select(String purpose, String query) {
        return waits.during(purpose, () -> store.select(purpose, query));
    }

    @Override
    public void graphs(Consumer<Value> reader) {
        waits.during("read the names of its graphs", () -> {
            store.graphs(reader);
            return true;
        });
    }

    @Override
    public void takeOver(SystemGraph from, Collection<PartitionId> partitions, Set<String> moved, Set<String> dropped) {
        waits.during("take over rows of another connector", () -> {
            store.takeOver(from, partitions, moved, dropped);
            return true;
        });
    }

    @Override
    public Map<StreamId, StreamState> chains(Collection<StreamId> streams) {
        return waits.during("read where " + streams.size() + " streams stand", () -> store.chains(streams));
    }

    @Override
    public Map<String, String> topicIds() {
        return waits.during("read the ids of topics", store::topicIds);
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        waits.during("keep the ids of topics", () -> {
            store.keepTopicIds(ids);
            return true;
        });
    }

    @Override
    public List<Statement> statements(IRI graph) {
        return waits.during("read graph <" + graph + ">", () -> store.statements(graph));
    }

    @Override
    public BooleanSupplier prepare(Change change) {
        BooleanSupplier prepared = store.prepare(change);
        int statements = change.removes().size() + change.adds().size();
        String purpose = statements == 0
                ? "claim " + names(change.rows().keySet())
                : "apply " + statements + " changes of " + names(change.rows().keySet());
        return () -> waits.during(purpose, prepared::getAsBoolean);
    }

    private static String names(Collection<PartitionId> partitions) {
        TreeSet<PartitionId> sorted = new TreeSet<>(PartitionId.ORDER);
        sorted.addAll(partitions);
        return "partitions " + sorted;
    }

    @Override
    public void forget(PartitionId partition) {
        store.forget(partition);
    }

    @Override
    public Optional<String> notAtomic(PartitionId partition) {
        return store.notAtomic(partition);
    }

    @Override
    public void close() {
        store.close();
    }
}
