package dev.velella.sink.store;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/** A target that says that it may leave a batch half done. */
record Halves(Target whole) implements Target {
    @Override
    public Capabilities capabilities() {
        return new Capabilities(true, true, false);
    }

    @Override
    public String storeId() {
        return whole.storeId();
    }

    @Override
    public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
        return whole.claim(partitions);
    }

    @Override
    public Optional<StreamState> chain(StreamId stream) {
        return whole.chain(stream);
    }

    @Override
    public Collection<Statement> statements(IRI graph) {
        return whole.statements(graph);
    }

    @Override
    public Map<PartitionId, Claim> apply(Batch batch) {
        return whole.apply(batch);
    }

    @Override
    public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
        return whole.appliedOffsets(partitions);
    }

    @Override
    public boolean isCheckpointNeeded() {
        return whole.isCheckpointNeeded();
    }

    @Override
    public void checkpoint() {
        whole.checkpoint();
    }

    @Override
    public Map<PartitionId, Long> durableOffsets() {
        return whole.durableOffsets();
    }

    @Override
    public void reopen() {
        whole.reopen();
    }

    @Override
    public void close() {
        whole.close();
    }
}
