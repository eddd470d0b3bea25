package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What the patches of topics make of an empty store, patch by patch, by the rules of the sink. Keeps where each stream
 * stands; the statements are the caller's to keep. Not thread-safe.
 */
public final class PatchReplay {
    private final Map<StreamId, PatchPosition> chains = new HashMap<>();
    private final Map<StreamId, PatchPosition> bases = new HashMap<>();

    /**
     * Lets a stream begin with a snapshot: its patches up to the snapshot's number change nothing.
     *
     * @throws PatchRefusedException if the statements are not those of the position
     */
    public void begin(StreamId stream, PatchPosition position, Iterable<Statement> statements) {
        long hash = GraphHash.ofSet(statements);
        if (hash != position.hash()) {
            throw new PatchRefusedException("the snapshot has the hash " + GraphHash.format(hash) + " and announces "
                    + GraphHash.format(position.hash()));
        }
        PatchPosition base = new PatchPosition(position.number(), hash, false);
        chains.put(stream, base);
        bases.put(stream, base);
    }

    /**
     * Takes the next patch.
     *
     * @param stream of the record; null where the record has no key
     * @param position header that numbers the patch; null without one
     * @param whole whether the first patches of streams must be there; if not, one with another number than 1 can be the
     *     first if it makes its graph from nothing
     * @return the rows that have an effect, in order; empty for a patch that a snapshot covers
     * @throws PatchRefusedException if the sink would refuse the patch
     */
    public List<PatchOperation> next(
            @Nullable StreamId stream, @Nullable PatchPosition position, RdfPatch patch, boolean whole) {
        List<PatchOperation> rows = NetEffect.effectiveRows(patch);
        checkWritable(rows, stream == null ? null : stream.key());
        if (stream == null) {
            if (position != null) {
                throw new PatchRefusedException("the patch is numbered, but the record has no key");
            }
            return rows;
        }
        if (covers(stream, position)) {
            return List.of();
        }
        PatchChain.check(before(stream, position, whole), position, rows);
        if (position != null) {
            chains.put(stream, position);
        }
        return rows;
    }

    private Optional<PatchPosition> before(StreamId stream, @Nullable PatchPosition position, boolean whole) {
        PatchPosition before = chains.get(stream);
        if (before == null && !whole && position != null && position.number() > 1) {
            return Optional.of(new PatchPosition(position.number() - 1, GraphHash.EMPTY, false));
        }
        return Optional.ofNullable(before);
    }

    private static void checkWritable(List<PatchOperation> rows, @Nullable String key) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                ReservedGraphs.checkWritable(add.statement(), key);
            } else if (row instanceof PatchOperation.Delete delete) {
                ReservedGraphs.checkWritable(delete.statement(), key);
            }
        }
    }

    /** Whether the snapshot that a stream began with makes a patch of no effect. */
    public boolean covers(StreamId stream, @Nullable PatchPosition position) {
        PatchPosition base = bases.get(stream);
        return base != null && position != null && position.number() <= base.number();
    }

    /** Where the numbered streams stand. */
    public Map<StreamId, PatchPosition> chains() {
        return Collections.unmodifiableMap(chains);
    }

    /** Whether a stream began with a patch or snapshot. */
    public boolean knows(StreamId stream) {
        return chains.containsKey(stream);
    }
}
