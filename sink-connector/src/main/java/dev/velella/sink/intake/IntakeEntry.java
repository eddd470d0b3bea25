package dev.velella.sink.intake;

import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchPosition;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * One record that is being taken into a batch.
 *
 * @param claim claim of the record's partition at the begin of the batch
 */
record IntakeEntry(BatchBuilder batch, Claim claim, InputRecord record) {

    PartitionId partition() {
        return record.partition();
    }

    /** See {@link InputRecord#key}. */
    @Nullable
    String key() {
        return record.key();
    }

    /** See {@link InputRecord#position}. */
    @Nullable
    PatchPosition position() {
        return record.position();
    }

    /** The position of a stream after the batch as it is now. */
    Optional<StreamState> chain(StreamId stream) {
        return batch.chain(stream);
    }

    /** Leaves the record out. */
    void pass() {
        batch.pass(partition(), claim, record.offset());
    }

    /** Leaves the record out, and notes that its stream is broken. */
    void passBroken(StreamId stream, StreamState broken) {
        batch.passBroken(partition(), claim, record.offset(), stream, broken);
    }

    /** Takes the record into the batch, with its changes. */
    void apply(List<PatchOperation> rows, @Nullable StreamId stream, @Nullable StreamState after) {
        batch.apply(partition(), claim, record.offset(), key(), rows, stream, after);
    }

    /** The changes from the present content of graphs to their wanted content. */
    List<PatchOperation> replacement(Set<IRI> graphs, Set<Statement> wanted) {
        List<PatchOperation> rows = new ArrayList<>();
        Set<Statement> there = new LinkedHashSet<>();
        graphs.forEach(graph -> there.addAll(batch.statements(graph)));
        for (Statement statement : there) {
            if (!wanted.contains(statement)) {
                rows.add(new PatchOperation.Delete(statement));
            }
        }
        for (Statement statement : wanted) {
            if (!there.contains(statement)) {
                rows.add(new PatchOperation.Add(statement));
            }
        }
        return rows;
    }

    /** The changes that add statements. */
    static List<PatchOperation> adds(Collection<Statement> statements) {
        List<PatchOperation> rows = new ArrayList<>(statements.size());
        statements.forEach(statement -> rows.add(new PatchOperation.Add(statement)));
        return rows;
    }
}
