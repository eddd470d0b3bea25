package dev.velella.sink.store;

import dev.velella.rdf.PatchOperation;
import dev.velella.sink.error.PatchRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Collects the records of one transaction. A patch is checked completely before it is taken in. A refused patch does
 * not change the builder. Not thread-safe.
 */
public final class BatchBuilder {
    /** Estimated memory of an operation without its literal, in bytes: objects, and a place in a map. */
    private static final int OPERATION_BYTES = 200;

    private final Target target;
    private final Map<PartitionId, Progressed> partitions = new HashMap<>();
    private final Map<StreamId, StreamState> chains = new HashMap<>();
    private final NetEffect effect = new NetEffect();
    private final GraphContents contents;
    private int records;
    private long operations;
    private long bytes;
    private long eventTimeMs = CommitRecord.NO_TIME;

    /**
     * A partition with records in the batch: its claim before the first record, and its next offset after the last
     * record.
     */
    private record Progressed(Claim claim, long nextOffset) {}

    /** @param target holds the chains of streams */
    public BatchBuilder(Target target) {
        this.target = target;
        this.contents = new GraphContents(target, effect);
    }

    /**
     * Takes in the changes of one record. The caller has already checked its position in the chain of its stream.
     *
     * @param key key of the record, which decides about the graphs that it may change; null if it has none
     * @param rows effective rows, see {@link NetEffect#effectiveRows}
     * @param stream stream of the record; null for none
     * @param after position of the chain after the record; null if there is no chain. If the position was reached by a
     *     patch, the hash of its graph proves that the rows are real changes. The batch may then leave out an operation
     *     and its opposite, if the target applies every batch as a whole
     * @throws PatchRefusedException if the rows change a graph that they must not change
     */
    public void apply(
            PartitionId partition,
            Claim claim,
            long offset,
            @Nullable String key,
            List<PatchOperation> rows,
            @Nullable StreamId stream,
            @Nullable StreamState after) {
        long size = checked(rows, key);
        if (stream != null && after != null) {
            chains.put(stream, after);
        }
        boolean isProved = after != null && after.standing() == StreamState.Standing.FOLLOWED;
        effect.follow(rows, isProved && target.capabilities().wholeBatches());
        contents.follow(rows);
        pass(partition, claim, offset);
        operations += rows.size();
        bytes += size;
    }

    /** Notes the event time of a record that was taken in, in ms since 1970; negative if it has none. */
    public void eventTime(long timeMs) {
        eventTimeMs = Math.max(eventTimeMs, timeMs);
    }

    /** Notes that a record was read, but nothing of it is applied. */
    public void pass(PartitionId partition, Claim claim, long offset) {
        passTo(partition, claim, offset + 1);
        records++;
    }

    /** Notes that all records below an offset are taken in. */
    public void passTo(PartitionId partition, Claim claim, long nextOffset) {
        partitions.put(partition, new Progressed(claim, nextOffset));
    }

    /** Notes that the chain of a stream is broken at a record that does not follow. */
    public void passBroken(PartitionId partition, Claim claim, long offset, StreamId stream, StreamState broken) {
        chains.put(stream, broken);
        pass(partition, claim, offset);
    }

    /** Checks rows. Returns their estimated memory, in bytes. */
    private long checked(List<PatchOperation> rows, @Nullable String key) {
        long size = 0;
        Resource checked = null;
        for (PatchOperation row : rows) {
            Statement statement = row instanceof PatchOperation.Add add
                    ? add.statement()
                    : row instanceof PatchOperation.Delete delete ? delete.statement() : null;
            if (statement != null) {
                if (!isSame(checked, statement.getContext())) {
                    ReservedGraphs.checkWritable(statement, key);
                    checked = statement.getContext();
                }
                target.checkStorable(statement);
                size += OPERATION_BYTES
                        + (statement.getObject() instanceof Literal literal
                                ? 2L * literal.getLabel().length()
                                : 0);
            }
        }
        return size;
    }

    @SuppressWarnings(
            "ReferenceEquality") // the statements of a patch mostly share the object, and others are checked too
    private static boolean isSame(@Nullable Resource one, @Nullable Resource other) {
        return one == other;
    }

    /** The position of a stream's chain after the records taken in; empty for a stream without a chain. */
    public Optional<StreamState> chain(StreamId stream) {
        StreamState pending = chains.get(stream);
        return pending != null ? Optional.of(pending) : target.chain(stream);
    }

    /** The statements of a graph after the records taken in. The set must not be changed. */
    public Set<Statement> statements(IRI graph) {
        return contents.of(graph);
    }

    /**
     * The statements in the graph of a stream without a position, which is to be empty. None if it cannot be told
     * whether they are of the stream: if the target may have done a part of a batch, or if another stream has the key.
     */
    public Set<Statement> remains(StreamId stream, IRI graph) {
        if (!target.capabilities().wholeBatches() || !target.mayHold(graph)) {
            return Set.of();
        }
        Set<Statement> found = contents.of(graph);
        return found.isEmpty() || target.isKeyShared(stream) ? Set.of() : found;
    }

    /**
     * Offset of the first record of a partition that is not taken in; empty if no record of the partition was taken in.
     */
    public Optional<Long> nextOffset(PartitionId partition) {
        return Optional.ofNullable(partitions.get(partition)).map(Progressed::nextOffset);
    }

    /** Whether no record was taken in. */
    public boolean isEmpty() {
        return partitions.isEmpty();
    }

    /** Number of records taken in. */
    public int records() {
        return records;
    }

    /** Number of their effective rows. */
    public long operations() {
        return operations;
    }

    /** Estimated memory of their rows, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Builds the batch. The builder must not be used any more. */
    public Batch build() {
        Map<PartitionId, Batch.Advance> advances = new HashMap<>();
        partitions.forEach((partition, to) -> advances.put(partition, new Batch.Advance(to.claim(), to.nextOffset())));
        return new Batch(advances, chains, effect, eventTimeMs);
    }
}
