package dev.velella.sink.store;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.StreamState.Standing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Replays the patches of topics on an empty store, patch by patch, by the rules of the sink. This object keeps the
 * position of each stream; the caller keeps the statements. Not thread-safe.
 */
public final class PatchReplay {
    private final Map<StreamId, StreamState> chains = new HashMap<>();
    private final RecentPatches recent;

    /**
     * @param remembered maximum number of remembered patches of all streams, to recognize repeats; the same number as
     *     in the sink
     */
    public PatchReplay(int remembered) {
        recent = new RecentPatches(remembered);
    }

    /**
     * Begins a stream with a snapshot. Its patches up to the snapshot's number change nothing.
     *
     * @throws PatchRefusedException if the hash of the statements is not the hash of the position
     */
    public void begin(StreamId stream, PatchPosition position, Iterable<Statement> statements) {
        long hash = GraphHash.ofSet(statements);
        if (hash != position.hash()) {
            throw new PatchRefusedException("the snapshot has the hash " + GraphHash.format(hash) + " and announces "
                    + GraphHash.format(position.hash()));
        }
        chains.put(stream, new StreamState(position.number(), hash, Standing.SNAPSHOT));
    }

    /**
     * Takes the next patch.
     *
     * @param stream of the record; null if the record has no key
     * @param position header that numbers the patch; null without such a header
     * @param whole whether the first patches of streams must be there; if not, a patch with another number than 1 can
     *     be the first patch, if it builds its graph from nothing
     * @return the rows that have an effect, in order; none for a repeat, and for a patch that a snapshot covers
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
        if (position != null && position.snapshot()) {
            throw new PatchRefusedException("a snapshot among the patches of a topic is not replayed");
        }
        long change = position == null ? 0 : PatchChain.change(rows);
        ChainStep step = ChainStep.of(
                before(stream, position, whole), position, change, (other, sum) -> recent.knows(stream, other, sum));
        if (step instanceof ChainStep.Breaks breaks) {
            throw new PatchRefusedException("the chain of patches is broken: " + breaks.reason());
        }
        if (!(step instanceof ChainStep.Follows follows)) {
            return List.of();
        }
        if (position != null && follows.after() != null) {
            chains.put(stream, follows.after());
            recent.applied(stream, position, change);
        }
        return rows;
    }

    private Optional<StreamState> before(StreamId stream, @Nullable PatchPosition position, boolean whole) {
        StreamState before = chains.get(stream);
        if (before == null && !whole && position != null && position.number() > 1) {
            return Optional.of(new StreamState(position.number() - 1, GraphHash.EMPTY, Standing.FOLLOWED));
        }
        return Optional.ofNullable(before);
    }

    /**
     * Whether the header alone shows that a patch has no effect: a snapshot covers the patch, or it was replayed
     * before.
     */
    public boolean passes(StreamId stream, @Nullable PatchPosition position) {
        StreamState state = chains.get(stream);
        if (state == null || position == null) {
            return false;
        }
        boolean isLast = position.number() == state.number() && position.hash() == state.hash();
        boolean isOlder = position.number() < state.number();
        return isLast || (isOlder && (state.standing() == Standing.SNAPSHOT || recent.knows(stream, position)));
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

    /** The positions of the numbered streams. */
    public Map<StreamId, PatchPosition> chains() {
        Map<StreamId, PatchPosition> positions = new HashMap<>();
        chains.forEach(
                (stream, state) -> positions.put(stream, new PatchPosition(state.number(), state.hash(), false)));
        return positions;
    }

    /** Whether a stream has begun, with a patch or a snapshot. */
    public boolean knows(StreamId stream) {
        return chains.containsKey(stream);
    }
}
